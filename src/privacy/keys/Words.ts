// dprint-ignore-file: columns of words.
/**
 * The words that keys are made of, each with what it says. Data only; `KeyMeaning.ts` composes them.
 *
 * A word has one sense. How it is spelt, and what several words say together, stands in `Spellings.ts`.
 */
import type { PersonalDataClass } from "../../domain/PersonalData.ts"
import { wordSet, wordsIn } from "./WordSet.ts"

/**
 * Classes, by the words that say so: wherever they stand; where the row is not a statistic's, a thing's or an
 * organisation's; in a row about a person only.
 */
const classText: Readonly<Partial<Record<PersonalDataClass, readonly [sure: string, trait: string, inPerson: string]>>> = {
  nik: ["nik ktp", "", "kitas kitap nokitap nokitas"],
  kk: ["kk", "", ""],
  npwp: ["npwp npwpd", "", ""],
  bpjs: ["bpjs jkn kpj jamsostek", "", "kis noka nokartu nopeserta"],
  passport: ["paspor", "", ""],
  plate: ["nopol tnkb rangka nrkb stnk bpkb", "plat", "vin"],
  "bank-account": ["rekening", "", "nomorva"],
  card: ["kartubank", "", "cvv"],
  email: ["email", "", ""],
  phone: ["telepon hp wa msisdn telegram", "", "fax"],
  address: ["alamat domisili", "@tempatlahir hometown", `jalan rt rw rtrw dusun banjar gang perumahan komplek line street lingkungan
  padukuhan jorong rukun nomorrumah kav kost kos patokan`],
  "coordinates-home": ["", "", "lat lng koordinat geometry bbox gps titik lokasi posisi point shareloc x y altitude"],
  health: [
    "diagnosa alergi rekam_medis_isi goldarah anamnesa anamnesis",
    `penyakit disabilitas hasil_lab sebabmati komorbid kehamilan tensi gizi hiv odgj kontrasepsi kelainan keluhan resep riwayat_penyakit
    kondisi_kesehatan status_vaksin icd beratbadan tinggibadan stunting imt bmi`,
    `darah kesehatan medis obat dosis vaksin imunisasi terapi tindakan operasi gejala gula kolesterol asam berat tinggi lingkar lila
    zscore hb hemoglobin suhu nadi sistole diastole sistolik diastolik respirasi saturasi spo gravida para abortus hpht  
persalinan tcm covid tbc tuberkulosis kusta malaria dbd sembuh rujukan prolanis kb asi asieks mpasi vita vitamin fisik kondisi
    sakit rawat triase anjuran rencana pemeriksaan penunjang lab laboratorium laborat radiologi  
thorax rontgen usg ekg psikologis psikologi perilaku skrining swab pcr rapid antigen reagen sputum cd arv viral jenazah autopsi
    visum luka cedera trauma merokok rokok bbl pbl lkl bbu tbu bbtb bblahir tblahir naik observasi assessment asesmen  
subjective objective sediaan signa aturan stroke jantung diabetes hipertensi asma kanker ginjal hepatitis rhesus virus bakteri
    positif negatif reaktif medikasi vaccinecode reasoncode valuequantity interpretation condition bodysite severity onset  
    note_klinis dosage prognosis ragam`
  ],
  biometric: ["sidik_jari biometrik swafoto tanda_tangan", "wajah", "foto retina iris suara gambarwajah image pasfoto"],
  genetic: ["genetik", "", "kromosom"],
  criminal: ["kriminal skck residivis narapidana terpidana", "pidana", `vonis hukuman pasal tuntutan dakwaan amar putusan penahanan
  tahanan kejahatan pelanggaran sanksi tilang bui lapas remisi dakwa kasus`],
  child: ["dataanak", "", "anakke"],
  finance: [
    "gaji penghasilan tabungan kekayaan skorkredit",
    "saldo utang pinjaman honor tunjangan cicilan angsuran desil kolektibilitas",
    `pendapatan nominal tunggakan terutang omzet omset pengeluaran piutang tagihan plafon agunan jaminan bantuan aset harta njop denda
    bayar dibayar pembayaran ketetapan pokok principal mandatory voluntary sisa potongan iuran premi pensiun limit outstanding angsur
    thp insentif tpp tukin bruto netto take modal saham luastanah luasbangunan pph pbb pajak bphtb setoran npop hargatransaksi transfer
    kredit debit mutasi terbilang rp npoptkp ppj pnbp
    rupiah`
  ],
  religion: ["agama", "", "baptis"],
  "marital-status": ["kawin", "", "janda duda"],
  sex: ["kelamin", "", ""],
  nationality: ["kewarganegaraan", "suku ras", ""],
  "birth-date": ["@lahir dob ttl birthday birthdate bday", "lahir", ""],
  id: [
    "nisn nip nuptk nidn nrp nis nim nipd rekam_medis sim imei",
    "nrg strb sip sipb npa nia username sosmed instagram facebook twitter tiktok",
    `akta nopendaftaran nopelanggan noanggota idbdt iddtks dtks identifier kip kks ktm kta stb nomorinduk handle ip
  ipaddress registrant noinduk karpeg karis karsu taspen nopen skpwni kia skkb fingerid nup kitas`],
  secret: ["password apikey secret otp cvv passkey", "token pin salt", "hash sesi session cookie"],
  name: ["fullname firstname lastname surname nickname @atasnama", "", ""]
}

export type Sureness = "sure" | "trait" | "inPerson"
const surenesses = ["sure", "trait", "inPerson"] as const
export const classWords: ReadonlyMap<string, readonly [PersonalDataClass, Sureness]> = new Map(
  (Object.entries(classText) as ReadonlyArray<[PersonalDataClass, ReadonlyArray<string>]>).flatMap(([name, texts]) =>
    texts.flatMap((text, at) =>
      wordsIn(text).map((word): [string, readonly [PersonalDataClass, Sureness]] => [word, [name, surenesses[at]!]])
    )
  )
)

/** Who a record is about, … */
export const subjects = wordSet(`
  pasien siswa mahasiswa pemohon penerima peserta penduduk warga orang anggota pelanggan nasabah klien debitur kreditur wp responden
  korban saksi tersangka terdakwa terpidana terlapor
  penggugat tergugat pelanggar pengemudi pemilih pelamar pendaftar penyewa penghuni pembeli penjual penumpang pemegang almarhum
  almarhumah jenazah bayi balita lansia tahanan napi
  narapidana santri jemaah jamaah atlet mempelai pengantin kandidat calon caleg donatur pedagang petani nelayan peternak relawan kader
  pengungsi pengikut yatim krt ptsl muzaki mustahik difabel konsumen pegawai tki pmi
  identitas biodata person subject pengusul pewaris tertanggung nik_pemilik terduga pelaku pasutri santriwati alm mayit bumil pemuda
  informan pkl nominee bride groom consumer interviewee offender perpetrator debitor penanggung kpm pencaker wbp`)
/** … whose kin, … */
export const kin = wordSet(`
  ayah ibu ortu suami istri pasangan anak wali ahli_waris saudara kakak adik kakek nenek cucu mertua menantu paman bibi pengasuh
  keluarga kontak_darurat kerabat pendamping_keluarga penanggung kandung tiri sister sibling kin`)
/** … and who serves, heads or owns: their names are a person's, but the record is not about them. */
export const officers = wordSet(`
  kepala ketua wakil sekretaris bendahara direktur pimpinan manajer koordinator pengurus pengelola pemilik penanggung_jawab narahubung
  petugas dokter perawat bidan guru dosen kepsek kadis kades kadus kasi kabid kasun
  lurah camat bupati walikota gubernur presiden pejabat penandatangan operator verifikator pemeriksa surveyor pencacah pengawas pembina
  pendamping penyuluh fasilitator mentor pembimbing penguji pelatih instruktur narasumber
  moderator pembicara penulis pengarang editor penyusun peneliti hakim jaksa panitera penyidik pengacara advokat notaris ppat kuasa
  apoteker psikolog terapis dpjp konselor imam khatib marbot ustadz pendeta pastor
  pelapor pengadu pengguna pengunjung tamu pengirim ppk pptk kpa pa pptk inspektur rektor dekan kapolsek danramil kontak maintainer
  creator assignee approver reviewer supervisor manager director chairman chairperson
  leader lead coach agent agen analis admin administrator pekerja sosial pmo sukarelawan teknisi mandor arsitek wasit juri sponsor_orang
  performer requester recorder asserter muadzin penghulu bilal panitia ketum tokoh seniman sastrawan budayawan penari musisi artis
  aktor ulama ustaz
  kyai kiai tentara drg paramedis ojek tukang mayor governor athlete artist pharmacist secretary treasurer coordinator spokesperson
  inspector carer volunteer committee writer speaker mengetahui notulis
  pembuat pemohon_petugas auditor trainer tester contributor uploader organizer presenter translator cashier photographer
  subscriber_owner host_person komandan danru kurir mantri nakes penyelia kasir juru sekdes sekda sekwan sekcam babinsa
  bhabinkamtibmas pekerjasosial
  vaksinator vaccinator paraf pemaraf examiner inspector_name penyidik_pembantu ppns jpu penuntut interviewer enumerator petugasinput
  pengusaha pic_lapangan orderedby prescriber nahkoda nakhoda`)
/** Organisations, … */
export const organisations = wordSet(`
  instansi lembaga organisasi perusahaan usaha dinas badan kantor unit bidang bagian seksi subbag sekretariat direktorat kementerian
  sekolah kampus universitas fakultas prodi rs puskesmas pustu klinik apotek faskes posyandu
  laboratorium bank toko koperasi yayasan panti pesantren ponpes madrasah penyedia vendor supplier pabrik hotel restoran warung umkm ukm
  ikm bumdes bumd bumn pt cv lks lsm ormas partai media penerbit polsek polres pengadilan
  upt uptd lpse satpas samsat sppg agen_pupuk pengecer pemasok pemerintah pemda pemkot pemkab pdam pln asuransi perbankan gudang spbu
  bengkel salon agensi
  pengaduan hotline callcenter
  callcentre darurat helpdesk humas penampung perseroan operasional layanan_pelanggan parkir feed hotel property properti cs center
  kelompok komunitas paguyuban sanggar tim klub lpk pkbm blk bkk poktan gapoktan umum sponsor kop maskapai lapas rutan
  provumum produsen distributor penyalur igd ugd damkar ambulans apotik perpustakaan museum kecabang cabang publisher custodian
  managingorganization serviceprovider penginapan homestay travel merchant outlet agen_lpg satpen dapodik team group grup
  penyelenggara obh lbh posbakum tpq bpp`)
/** … places … */
export const places = wordSet(`
  provinsi kabupaten kota kecamatan kelurahan wilayah daerah negara ibukota kawasan zona area tempat lapangan stadion gedung ruang
  ruangan taman pasar jembatan jalan_umum terminal halte stasiun bandara pelabuhan masjid
  gereja pura vihara wisata objek_wisata destinasi pantai gunung sungai danau waduk pulau laut hutan kebun sawah lahan tps tpa tpu makam
  situ embung bangsal poli poliklinik loket kelas rusun apartemen kampung dapil kebangsaan asrama kodepos locality`)
/** … and things. What is said of one of these is not said of a person. */
export const things = wordSet(`
  barang produk kendaraan merk merek brand model warna bahan buku judul koran dokumen berkas file surat izin sertifikat layanan
  program kegiatan acara event agenda proyek pekerjaan_fisik paket tender pengadaan lelang kontrak dataset data_set tabel kolom
  field kategori tag topik sektor komoditas tanaman hewan ternak sapi kambing ayam ikan pohon satwa unggas air udara tanah bangunan
  kapal pesawat bus armada kereta sensor kamera cctv alat mesin perangkat aplikasi sistem domain situs website url uri link host
  server folder layer map peta gambar icon logo video anggaran belanja apbd apbn kas rekening_belanja kurikulum seri item sku lot
  batch shelf aset inventaris komponen_sistem mapel jurusan ekskul lomba cabor olahraga pertanyaan objek peraturan perda perbup
  indikator variabel satuan trayek rute koridor rambu tarif biaya sumber lagu tarian karya koleksi pameran penghargaan piala skema
  fraksi parameter pupuk bibit diklat pelatihan sertifikasi ujian function class method task job stage permission schema node
  container volume queue policy rule kuliner aksi destinasi tahapan objekpajak bunga stok mail_server template retribusi listrik
  kuota pagu realisasi hewan_peliharaan reservoir project file_name filename hostname category species station_name vessel road
  intersection garden site web app venue park building service table emergency centre dana aksesibilitas toilet jalur fasilitasi
  rumdin minimum umk ump perkapita kapita pdrb nasional mayoritas outbreak tax algorithm tercetak perekaman kepemilikan cadang resmi
  redaksi posko cluster koramil pos pondok monumen cagar balai stan sentra galeri tugu gor rusunawa library theatre theater stadium
  arena temple cemetery warehouse factory port expenditure spending maksimum maksimal minimal dominan terbanyak dev housenumber atm
  pompa pju menara reklame shelter rth ibadah stop facilities urusan water kerbau domba kuda cattle animal ship gap pengarusutamaan
  national jangka stock pencatatan agregat kamar meja rak majalah menu makanan minuman pangkat golongan pelajaran das irigasi
  saluran tol ruas tpst blok arsip perizinan regulasi tower bencana kejadian tema ukuran course book title song film movie island
  river lake mountain bridge route device screen path font theme kopi kafe cafe depot kios lapak ud biro kolam marka sk undang
  pertunjukan juara bansos komisi instrumen alkes role scheme asosiasi atraksi banjir bazar beasiswa benda berita bimtek bozem
  budaya bundaran candi curug diskusi divisi drainase ekonomi elemen emiten fasum festival fitur fokus forum gardu gerai gugus
  habitat halaman hidran iklan industri infografis inovasi institusi jamu jaringan kabkot kanal kejuaraan keluaran keramba kesenian
  klaster komponen kompleks konten kriteria kursus langgar laporan lintasan lisensi lorong mall mesjid misi modul motif musholla
  naskah norma odtw output parpol paud paviliun pedestrian pembangkit pemancar penerbangan perguruan perkumpulan perlombaan
  permainan petilasan pintu plaza polder portal poskamling potensi prasarana presentasi prestasi promosi rawa referensi regu resto
  ritel rumpun sarana sasaran seminar segmen simpang simpul soal sosialisasi spesies studio survei teater telaga trotoar ttu unsur
  upacara varietas villa visi wahana wisma workshop penyulang burung tradisi permukiman sumur keraton benteng mata warisan pangkalan
  depo kube bpr dtw tbm swk hibah junction landmark attraction exhibit gallery cinema pool beach trail zoo monument memorial statue
  shrine farm plantation pier dock platform track tunnel gate square kiosk stall bureau division section club league tournament
  competition award scholarship module lesson conference parade concert show series episode channel network train fleet precinct
  block parcel plot estate complex apartment hall space laboratory pharmacy plant tree bird fish breed variety commodity version
  package bundle plan law regulation ordinance report survey indicator metric measure dimension topic sector industry fund budget
  waterway canal gauge pump watershed basin catchment probe camera gateway api endpoint resource feature
`)

/** Open in a person's row too. */
export const openWords = wordSet(`
  status kode jenis kategori golongan tanggal tahun bulan hari minggu triwulan semester periode masa waktu jam menit detik pukul durasi
  dibuat diubah dikirim diajukan diterima disetujui ditetapkan diterbitkan terbit berlaku expiry expired
  expires expiration valid aktif active enabled mulai selesai akhir awal start end urut urutan nomor id uuid guid index idx rank
  peringkat ranking registrasi daftar pendaftaran antrian antrean tiket versi version format
  kanal channel sumber metode cara bentuk tingkat jenjang level kelas rombel rombongan jalur mapel jurusan prodi kurikulum angkatan
  shift jadwal jabatan pangkat eselon pekerjaan pendidikan hubungan hubungan_keluarga umur tmt mkg satuan
  instansi program layanan kegiatan kelompok keputusan hasil_seleksi lulus verifikasi validasi diverifikasi tahap tahapan proses progres
  persetujuan prioritas jumlah persen rerata rasio skor nilai bobot kuota biaya harga tarif unit lokasi_layanan url link
  links href self next prev page halaman limit offset lang bahasa language locale timezone zona currency mata_uang kontrak reg regis
  merk merek model warna bahan produk cetak cetakan bayar_status flag is has mode system use resourcetype
  typename schema profile versi revision revisi checksum etag size ukuran count order sort posisi_jabatan kunjungan booking poli loket
  ruang kamar_kelas bank penjamin asuransi cob pisa hak dinsos sktm prolanisprb primary source function role
  tujuan asal pindah klasifikasi keperluan kepemilikan kepegawaian sertifikasi predikat akreditasi gelar titel generated timestamp meta
  total pages batch lot doseNumber dose fullurl period created updated language
  kodepos induk penilai asesor wilayah terdaftar diterima_di masuk keluar tanggal_masuk pesan message code success error note_sistem
  label title judul disetujui relation rel kind category display_order cursor keterangan catatan deskripsi uraian teks isi komentar
  kecepatan jarak pilihan perkara blok hadir kehadiran absen presensi alpa nights days hours visa checkin checkout tier attempt latency
  tenor lunas ntpd ntpn nop nib sk rencana_kerja agenda petak blok_makam kontingen cabor cabang posisi nomor_lomba medali
    rekor prestasi juara lomba lantai gedung seat gate terminal flight kelas_layanan fasilitas syarat persyaratan berkas dokumen
    lampiran file attachment barangbukti barang bukti kendaraan jeniskendaraan kapasitas silinder tahunbuat bahan_bakar cc roda
    kurir ekspedisi resi pengiriman pengantaran paket jadwal sesi gelombang ruang meja kursi antre nomor_antrian loket respon tanggapan
    solusi tindak lanjut disposisi skala indikator target realisasi capaian volume frekuensi durasi estimasi
    kedudukan kpkn kppn unor eselon fungsional struktural kantor gaji_ke angkatan lulusan ijazah universitas fakultas ipk sks
    akreditasi_prodi agen wilayah_kerja rayon cluster blok_pasar los kios lapak pasar
    approved rejected pending submitted draft completed cancelled locked verified email_verified subscribed language theme preferences
    settings notification notifications permissions scope scopes roles group groups tags tag label labels color
    latency_ms http method path query user_agent useragent tz reference respon exp iat nbf iss aud sub realm akses auth firstaccess
    lastaccess browser os nolaporan
    platform device sdk app application client_version channel_id session_type`)

/** A key of a count or a share: never of one person. */
export const counts = wordSet(`jumlah persen rerata rasio kepadatan statistik min max kuota target capaian indeks index prevalensi cakupan
median coverage populasi jiwa kasus_total angka laju pertumbuhan sebaran rekap`)
/** A key about the form or the state of a field. */
export const aboutFields = wordSet(`format template regex label placeholder hint required enabled visible width field_type datatype
verified is has requirement`)
/** Its row measures or counts. */
export const measures = wordSet(`nilai satuan kelompok_umur kategori_umur laki perempuan pria wanita l p lk pr islam kristen protestan
katolik katholik hindu buddha budha konghucu khonghucu kepercayaan value obs frekuensi
  stok stock jantan betina obs_value obs_nilai jiwa kasus meninggal sembuh dirawat penderita insiden prevalensi`)
/** A row with such a key is about an organisation, a place or a thing unless it says a person's number. */
export const thingEvidence = wordSet(`
  npsn nspn nib kbli akreditasi kapasitas daya_tampung luas panjang lebar pagu hps harga stok isbn issn penerbit rute trayek rating
  bintang fasilitas jadwal website amenity highway capacity price mimetype format size filesize barcode sku
  elevasi ketinggian kedalaman kondisi_jalan perkerasan koleksi eksemplar komoditas satuan_harga url license license_id resource_format
  opening_hours jam_operasional jam_layanan operasional tarif spesies kodefaskes strata izinoperasional nsm nss nds
  lat lng koordinat geometry is_organization num_resources sasaran rombel merk merek`)

/** Inside `nama` they say nothing of whose it is. */
export const nameParts = wordSet(`lengkap depan belakang tengah panggilan kecil alias asli ktp resmi gadis sesuai identitas first last
middle sur given nick maiden legal preferred family prefix suffix formatted panjang pertama kedua orang`)
/** Keys that only wrap: what is above them still holds. */
export const wrappers = wordSet(`data items item list daftar results result hasil rows row records record entries entry value values
content contents attributes properties detail details info informasi response responses payload body isi baris node nodes edges
  features feature resource embedded included member hydra objek object objects payload rincian biodata profil profile identitas
  identity bio personal pribadi diri umum dasar lainnya lain answer jawaban`)
/** Words that say nothing. */
export const fillers = wordSet(`utama pertama kedua ketiga baru lama sekarang saat ini terakhir akhir ini itu yang di ke dari dan per and
of the to for in anda saudara kamu your you apakah siapa lain lainnya tambahan umum dasar asal tujuan sebelumnya terkini str text teks
value
  permanent current mailing monthly annual bersih alternatif cadangan kandung pribadi personal emergency darurat kantor_cabang lengkap
  bersangkutan dihubungi bisa dapat no a b c d i ii iii`)

/** Words of labels and of what stands beside them. */
export const labelWords = wordSet(`key nama field label kolom column attribute atribut kunci property properti parameter param k
pertanyaan question system url judul title nama_field caption prompt q tanya item uraian variable variabel code kode attr`)
export const valueWords = wordSet("value val nilai isi isian text teks raw content v jawaban answer data jawab a response respon hasil")
export const headWords = wordSet(`columns column cols kolom header headers fields head judul labels field_names thead fieldnames
columnnames heads`)
export const bodyWords = wordSet("rows row data records values isi baris body items tbody result recordset")

