import { describe, expect, it } from "vitest"
import { masked } from "../support.ts"

const nik = (at: number): string => `32730145069000${10 + at}`
const people = ["Budi Santoso", "Siti Aminah", "Yohanis Wenda", "Ni Luh Ayu"]

/** The rows with what is said to become of each field. */
const becoming = (rows: ReadonlyArray<Readonly<Record<string, unknown>>>, shown: Readonly<Record<string, unknown>>): void =>
  expect(masked(rows)).toMatchObject(rows.map(() => shown))

describe("a row that names a person", () => {
  it("is that person's although something is counted in it", () => {
    const bills = people.map((nama, at) => ({ nama, alamat: `Jl. Melati ${at}`, stand: 1_203 + at, total: 85_000 + at, tunggakan_bln: 2 }))
    becoming(bills, { alamat: "***", tunggakan_bln: "***" })
    expect(masked(bills)).toMatchObject(people.map((name) => ({ nama: name.split(" ").map((word) => `${word[0]}***`).join(" ") })))
  })

  it("hides what no key explains, without a number of anybody", () => {
    becoming(people.map((nama_pelamar, at) => ({ nama_pelamar, penempatan: `lantai atas ${at}`, ekspektasi: 5_000_000 + at })), {
      penempatan: "***",
      ekspektasi: "***"
    })
  })

  it("hides what is said of them by words that are open elsewhere, and keeps what procedures and places are called by", () => {
    const rows = people.map((nama, at) => ({
      nik: nik(at),
      nama,
      keperluan: `mengurus warisan ${nama.length}${at}`,
      status: "aktif",
      kecamatan: "Coblong"
    }))
    becoming(rows, { keperluan: "***", status: "aktif", kecamatan: "Coblong" })
  })

  it("keeps moments as machines count them, and hides other long numbers", () => {
    const rows = people.map((nama, at) => ({ nik: nik(at), nama, estimasidilayani: 1_763_950_000_000 + at, xyz: 563_950_000_000 + at }))
    becoming(rows, { xyz: "***" })
    expect(masked(rows)).toMatchObject(rows.map(({ estimasidilayani }) => ({ estimasidilayani })))
  })

  it("hides a name that an office is abbreviated to, and shows the office", () => {
    expect(masked([{ nama_dosen: "Dr. Maria Kua, M.Pd." }, { nama_dosen: "Tan Po Lin" }])).toEqual([{ nama_dosen: "D*** M*** K*** M***" }, {
      nama_dosen: "T*** P*** L***"
    }])
    expect(masked([{ nik: nik(1), nama: "Maria Kua" }])).toMatchObject([{ nama: "M*** K***" }])
    expect(masked([{ nama: "KUA Coblong", alamat: "Jl. Dago 3" }])).toEqual([{ nama: "KUA Coblong", alamat: "Jl. Dago 3" }])
  })

  it("is one by a birth date and a telephone, whatever its name is called", () => {
    const row = { redcap_event_name: "baseline", initials: "Saharudin Ngalle", dob: "1971-01-20", sex: "1", phone: "081244190337" }
    expect(masked([row])).toMatchObject([{ dob: "1971", sex: "***" }])
  })

  it("is one where a switch says that it is no firm", () => {
    const partner = { display_name: "Hendra Tan", mobile: "+62 811-717-338", street: "Komplek Nagoya Blok C2", is_company: false }
    expect(masked([partner])).toMatchObject([{ street: "***", is_company: false }])
  })

  it("hides the mail of pupils and of who is named, beside an organisation", () => {
    const row = { organization_name: "STKIP", email: "bambang.sutrisno@gmail.com", event: "login" }
    expect(masked([row])).toMatchObject([{ email: "b***@gmail.com" }])
    expect(masked([{ eventname: "course_viewed", email: "ayu.astiti@student.contoh.ac.id" }])).toMatchObject([{
      email: "a***@student.contoh.ac.id"
    }])
  })

  it("is none that a register of fields has, whose names are names of fields", () => {
    const fields = ["nik", "email"].map((name) => ({ name, protocol: "openid-connect", config: { claim: name } }))
    expect(masked(fields)).toEqual(fields)
  })

  it("has a home where its coordinates are, and the feature that holds them a box there", () => {
    const feature = (name: string, at: number) => ({
      type: "Feature",
      bbox: [107.61 + at, -6.91, 107.61 + at, -6.91],
      geometry: { type: "Point", coordinates: [107.61 + at, -6.91] },
      properties: { nama_pelanggan: name, golongan: "R1" }
    })
    expect(masked({ features: people.map(feature) })).toMatchObject({
      features: people.map(() => ({
        bbox: ["***", "***", "***", "***"],
        geometry: { coordinates: ["***", "***"] },
        properties: { golongan: "R1" }
      }))
    })
  })

  it("is no shop, pool or road that is called so, with its address, its price and where it lies", () => {
    const places = ["Sumber Rejeki", "Graha Wisata", "Pasar Baru", "Tirta Asri"].map((nama, at) => ({
      nama,
      alamat: `Jl. Merdeka ${at}`,
      kapasitas: 100 + at,
      lat: -6.9 - at,
      lng: 107.6
    }))
    expect(masked(places)).toEqual(places)
  })

  it("is no firm for its number, no course for its full name, no birth for what births are filed under", () => {
    const courses = ["Pelatihan Dasar", "Pengadaan Barang", "Kursus Menjahit"].map((fullname, id) => ({ id, fullname }))
    expect(masked({ courses })).toEqual({ courses })
    const births = { births: { total: 12, page: { next: true }, office: { code: "UPT-04", label: "UPT Wilayah IV" } } }
    expect(masked(births)).toEqual(births)
  })
})

describe("columns that nothing names", () => {
  const cells = people.map((name, at) => [at + 1, nik(at), name, `1990-06-0${at + 1}`, `Pekerjaan ${at}x`, 2_500_000 + 7 * at])

  it("are called by their values, in lists and under single letters, and hide what stays unknown beside a person", () => {
    const hidden = people.map((name, at) => [at + 1, "3273************", name.replace(/(\w)\w+/g, "$1***"), "1990", "***", "***"])
    expect(masked(cells)).toEqual(hidden)
    const lettered = (rows: ReadonlyArray<ReadonlyArray<unknown>>) =>
      rows.map((row) => Object.fromEntries(row.map((cell, at) => ["abcdef"[at], cell])))
    expect(masked({ d: lettered(cells) })).toEqual({ d: lettered(hidden) })
  })

  it("are what a legend calls them, where there is one", () => {
    const legend = { field_1: "Nomor urut", field_2: "NIK", field_3: "Nama lengkap", field_4: "Kecamatan" }
    const rows = people.map((name, at) => ({ field_1: at + 1, field_2: nik(at), field_3: name, field_4: ["Dago", "Tanjungmeru"][at % 2] }))
    expect(masked({ legend, rows })).toMatchObject({
      rows: rows.map(({ field_1, field_4 }) => ({ field_1, field_2: "3273************", field_4 }))
    })
  })

  it("stay as they are where nobody stands in them", () => {
    const prices = ["Beras", "Gula", "Kopi"].map((name, at) => ({ a: name, b: 12_000 + at, c: "kg" }))
    expect(masked({ d: prices })).toEqual({ d: prices })
  })
})

describe("rows of people beside rows of offices and firms", () => {
  it("are told apart by a column that says what each is of, wherever the list stands", () => {
    const parties = [
      { sebagai: "Penggugat", nama: "NI NYOMAN KERTI", alamat: "Jl. Danau Toba No. 1" },
      { sebagai: "Penuntut Umum", nama: "Kejaksaan Negeri Jayapura", alamat: "Jl. Ardipura III No. 9" }
    ]
    const cases = Array.from({ length: 4 }, (_, at) => ({ nomor_perkara: `19${at}/Pdt.G/2026`, status: "Minutasi", para_pihak: parties }))
    const told = [{ ...parties[0], nama: "N*** N*** K***", alamat: "***" }, parties[1]]
    expect(masked({ perkara: cases })).toEqual({ perkara: cases.map((one) => ({ ...one, para_pihak: told })) })
  })

  it("are told apart by a kind of taxpayer and by a switch for firms", () => {
    const kinds = [
      { jenis: "Perorangan", nama: "Salmon Latuconsina", alamat: "Lorong 7 No. 12" },
      { jenis: "Badan Usaha", nama: "Sinar Abadi", alamat: "Jl. Industri 5" }
    ]
    const switches = kinds.map(({ alamat, jenis, nama }) => ({ is_company: jenis !== "Perorangan", display_name: nama, street: alamat }))
    for (const rows of [kinds, switches]) {
      const [person, firm] = masked([...rows, ...rows]) as ReadonlyArray<Readonly<Record<string, unknown>>>
      expect(Object.values(person ?? {}).slice(1)).toEqual(["S*** L***", "***"])
      expect(firm).toEqual(rows[1])
    }
  })

  it("are not where a column counts people of a kind", () => {
    const counted = ["Siswa", "Guru", "Wali"].map((jenis, at) => ({ jenis, nama: `SDN ${at} Kuta`, jumlah: 20 + at }))
    expect(masked(counted)).toEqual(counted)
  })

  it("are told apart by their names, where a quarter of all are offices", () => {
    const rows = [
      ...people.slice(0, 3).map((nama, at) => ({ nama, alamat: `Jl. Melati ${at}` })),
      { nama: "Dinas Sosial", alamat: "Jl. Cianjur 34" }
    ]
    expect(masked({ d: rows })).toMatchObject({ d: [{ alamat: "***" }, { alamat: "***" }, { alamat: "***" }, rows[3]] })
  })
})

describe("what somebody uses and owes", () => {
  it("is theirs: where they came from, and a bill beside their address", () => {
    const events = people.map((_, at) => ({ type: "LOGIN", userId: `warga-${at}-2026`, ipAddress: `103.28.175.${at + 10}` }))
    becoming(events, { type: "LOGIN", ipAddress: expect.stringContaining("***") })
    const bills = people.map((nama, at) => [nama, `Lorong ${at} No. 12`, 166_100 + at])
    expect(masked([["NAMA", "ALAMAT", "TAGIHAN"], ...bills])).toMatchObject([
      ["NAMA", "ALAMAT", "TAGIHAN"],
      ...bills.map(() => [
        expect.stringContaining("***"),
        "***",
        "***"
      ])
    ])
  })

  it("is nobody's: a budget's accounts, an operator's number, counts of owners, and how passwords are made", () => {
    const documents = [
      { rekening: [{ kode_rekening: "5.1.02", no_dpa: "DPA/A.1/1.02/001/2026", pagu: 2_581_592_207 }] },
      { records: people.map(() => ({ display_name: "Koperasi Melati", is_company: true, user_id: [2, "Administrator"] })) },
      { d: ["Hitam", "Putih", "Kuning"].map((plat_nomor, at) => ({ plat_nomor, pemilik_pria: 56_090 + at })) },
      { passwordPolicy: "length(12) and notUsername", access_token_lifespan: "300" },
      { mappers: ["nama_lengkap", "nomor_telepon"].map((name) => ({ name, protocol: "openid-connect" })) }
    ]
    for (const document of documents) expect(masked(document)).toEqual(document)
  })
})
