// dprint-ignore-file: columns of words.
/**
 * What words of keys speak of, in a row about somebody: data for the likeness, which learns what each such matter is worth. A word may
 * speak of several. No rule decides by one of these alone.
 */
import { wordsIn } from "./WordSet.ts"

const text = {
  household: `jiwa art ruta krt penghuni tanggungan serumah household keluarga balita lansia anak dependent dependents children
    member anggota kk dewasa remaja batita jumlahanak istri orang occupants residents household_size family kepala`,
  house: `rumah lantai dinding atap jamban kloset wc toilet sanitasi septik septictank dapur sumur airminum minum penerangan listrik
    daya watt va meteran kamar luas bangunan tanah kepemilikan status_rumah bahanbakar masak lpg mck pembuangan limbah ventilasi
    plafon pondasi roof wall floor water electricity house home room rooms bedroom housing tenure dwelling building`,
  belongings: `motor mobil sepeda tv kulkas laptop hp handphone ternak sapi kambing ayam kerbau babi itik bebek emas perhiasan aset
    asset lahan sawah kebun kolam tanaman pohon saham perahu kapal traktor mesin alat land plot farm livestock cattle vehicle car
    motorcycle savings property jewelry hektar ha luaslahan bidang persil tumpak petak kavling`,
  money: `biaya tarif harga denda fee fare price tariff total subtotal tagihan bayar setor setoran ongkos uang santunan klaim dpp
    pokok bunga cicilan potongan diskon kembalian admin ppn pph pajak retribusi iuran simpanan pinjaman saldo nominal jumlah rupiah rp
    amount balance cost charge charges payment paid due debt credit debit deposit withdrawal salary wage income bonus allowance
    tunjangan gaji upah honor insentif lembur omzet omset pendapatan penghasilan pengeluaran belanja modal laba rugi untung premi
    manfaat hibah bantuan subsidi njop njkb pkb bbnkb swdkllj bphtb pbb terutang tunggakan piutang hutang utang angsuran cashback
    refund invoice bill fine penalty tax value nilai taksiran appraisal plafon jaminan agunan limit outstanding kredit donasi infaq
    infak sedekah zakat wakaf persembahan kolekte mahar sewa`,
  quantity: `stand stan meter kubik m kwh liter litre kg kilo ton pemakaian pakai usage consumption kuota pulsa jatah porsi beras
    paket volume vol jumlah qty quantity banyak berat bobot luas panjang lebar isi stok butir ekor lembar lbr unit buah sak karung dus
    galon prev curr previous current reading awal akhir lalu kini kwintal gram gr`,
  mark: `nilai skor score scores mark marks grade predikat rapor raport rapot leger ips ipk ip gpa angka huruf kkm tugas uts uas pts
    pas praktik praktek teori sikap pengetahuan keterampilan capaian kompetensi poin point points medali juara peringkat ranking rank
    rangking gol assist kartu rekor record result results hasil rerata rata average final akhir ujian ulangan test tes quiz kuis
    percentage persentase kelulusan lulus tuntas remedial naik semester matematika bindo bing ipa pai pkn pjok tpa tkd twk tiu tkp
    passing toefl literasi numerasi rating evaluasi penilaian performance kinerja skp perilaku orientasi disiplin feedback komentar`,
  attendance: `hadir kehadiran absen absensi alpa alpha izin ijin sakit masuk pulang datang telat terlambat lembur presensi present
    absent attendance in out clockin clockout checkin checkout check keluar jammasuk jampulang scan finger late overtime early bolos
    tk dinasluar wfh wfo shift piket ronda cuti leave`,
  work: `pekerjaan profesi usaha dagangan jualan dagang matapencaharian pencaharian experience pengalaman skill skills keahlian
    keterampilan kompetensi job work occupation profession career employment employer majikan perusahaan bidangusaha komoditas
    komoditi usahatani tani masakerja mkg tmt kerja bekerja`,
  education: `pendidikan ijazah lulusan tamat jurusan universitas kampus gelar sekolah asalsekolah tahunlulus education school
    university degree major study diploma sarjana kejuruan prodi fakultas almamater pelatihan sertifikasi bahasa language`,
  kin: `hubungan hub shdk statuskeluarga kerabat ayah ibu suami istri anak wali ortu orangtua bapak saudara kakak adik keponakan
    cucu menantu mertua relation relationship kinship spouse parent mother father guardian sibling waris ahliwaris pewaris kandung
    yatim piatu`,
  answer: `jawaban jawab respon answer answers response reason alasan keperluan maksud saran kesan pesan masukan motivasi harapan
    hobi hobby minat bakat cita aspirasi usulan pendapat opini keluhan curhat testimoni ulasan review rating puas kepuasan pilihan
    preferensi interest interests motivation purpose keinginan kebutuhan note notes catatan keterangan ket uraian isi teks text
    message comment comments description deskripsi kronologi kronologis riwayat cerita laporan narasi anamnesa`,
  body: `tinggi berat lingkar ukuran sepatu baju kaos helm celana rompi seragam darah rambut kulit mata ciri badan tubuh height
    weight size bmi imt lila lk bb tb suhu tensi nadi sistole diastole spo gula kolesterol asam`,
  health: `sakit penyakit diagnosa diagnosis icd keluhan gejala obat resep dosis terapi tindakan vaksin imunisasi antigen hiv tb tbc
    bta cd kehamilan hamil gravida partus hpht kb akseptor kontrasepsi disabilitas difabel cacat ragam rawat inap jalan poli kamar lab
    hasil pemeriksaan alergi rujukan medis klinis stunting gizi status_gizi kesehatan health disease symptom drug dose treatment
    allergy disability pregnancy blood pressure glucose kia anc nifas bersalin lahirhidup depresi jiwa odgj pasung narkoba napza
    adiksi rokok merokok alkohol alcohol breath luka cedera korban meninggal kematian wafat sebab triase triage kondisi fisik medical
    fit`,
  offence: `pelanggaran pasal pidana vonis hukuman sanksi tilang denda dakwaan tuntutan amar putusan perkara kasus tahanan kejahatan
    barangbukti bb tersangka terdakwa terpidana kriminal residivis remisi skorsing teguran sp peringatan disiplin violation offense
    crime penalty sentence charge verdict larangan kartumerah kartukuning poin bk kekerasan kdrt`,
  birth: `lahir umur usia age birth dob ttl tempatlahir tgllahir kelahiran zodiak shio weton meninggal wafat kematian death died`,
  letter: `surat sk akta akte perkara register registrasi agenda faktur kuitansi kwitansi resi kontrak tiket ticket invoice nota
    receipt bukti ref reference referensi transaksi trx trans billing ntpn ntb ntpd antrian antrean queue permohonan pendaftaran
    daftar berkas dokumen document doc file arsip laporan lp sep rujukan spm sppd sptpd skpd sppt blanko seri sertifikat keputusan
    putusan perda pengajuan application case order pesanan booking reservasi batch batchno voucher kode`,
  member: `anggota peserta pelanggan nasabah pasien siswa mahasiswa pegawai karyawan member customer patient student employee
    participant langganan sambungan connection meter serial serialno rekening nolangg nosal nosamb idpel kartu card stambuk nim nis
    nisn nip nrp nik npsn nuptk str sip sipa sib sim ktm kta ktpa kk noreg nopes nouji rangka mesin nopol polisi plat bpkb stnk nop
    npwp npwpd npwrd nib nitku kpj kip kks pkh dtks bdt akreditasi accreditation badge pin uid userid username login akun account
    handle device deviceid imei mac ip serialnumber rfid nfc tag`,
  day: `tanggal tgl date jam waktu time pukul hari bulan tahun periode masa mulai selesai awal akhir start end from to until expired
    berlaku jatuh tempo terbit dibuat created updated modified at on timestamp durasi lama menit detik tmt submitted approved closed
    opened due`,
  state: `status state tahap tahapan stage step proses hasil keputusan outcome lulus gugur layak diterima ditolak aktif active
    enabled valid verifikasi validasi approved rejected pending closed open done lunas bayar dibayar cetak terkirim sent read flag is
    has keterangan hasil_verifikasi disposisi tindaklanjut tindak lanjut solusi`,
  kind: `jenis tipe type kategori category kelas class golongan gol tingkat level jenjang kelompok group klasifikasi bidang sektor
    sifat model skema program layanan service kegiatan jalur kanal channel metode cara sumber source modul mapel kurikulum cabang
    cabor nomorlomba tarif tariff paket produk topik topic subject judul title tema`,
  office: `instansi dinas unit satker opd skpd kantor bagian bidang seksi sekolah kampus fakultas puskesmas rs klinik faskes poli
    ruang loket cabang rayon wilayah kecamatan kelurahan desa kota kabupaten provinsi agency office department branch division team
    regu posko pos pangkalan rombel kelas unitkerja lokasi tempat venue gedung halte terminal pasar blok los kios stasiun tps rt rw`,
  post: `jabatan posisi pangkat golongan eselon kedudukan peran role position rank grade post tugas fungsi struktural fungsional
    kepegawaian status_kepegawaian statuspeg jab pgkt golru titel gelar`,
  thing: `merk merek model warna tahunbuat silinder cc roda bahanbakar kapasitas bahan produk barang item buku koleksi alat mesin
    perangkat brand make color colour year fuel type lambung trayek rute koridor armada kendaraan jenis_kendaraan`,
  machine: `version versi uuid guid url uri link href self etag hash checksum format mime encoding lang locale timezone page limit
    offset cursor meta schema session token useragent browser os platform app client api endpoint method http code message error
    success trace span request response sync cache index idx sort order seq urut nourut no count icon color template config setting
    settings permissions scope scopes realm aud iss exp iat nbf level facility log raw`,
  place: `alamat jalan jl dusun lingkungan rt rw blok gang gg rumah kampung banjar jorong dukuh address street house kavling lat lng
    lon latitude longitude koordinat coordinates lokasi location geometry point maps shareloc patokan domisili tinggal asal tujuan
    kodepos desa kelurahan kecamatan kota kabupaten provinsi wilayah city district province country negara region area zone`,
  picture: `foto photo gambar image picture avatar icon thumbnail swafoto selfie ttd tandatangan signature paraf cap sidikjari
    finger template wajah face iris rekaman video suara audio lampiran attachment scan berkas dokumen file`
} as const

const senses: ReadonlyMap<string, ReadonlyArray<string>> = new Map(
  Object.entries(
    Object.groupBy(
      Object.entries(text).flatMap(([sense, words]) => wordsIn(words).map((word) => ({ word, sense }))),
      ({ word }) => word
    )
  ).map(([word, found = []]) => [word, found.map(({ sense }) => sense)])
)

/** @returns what a word speaks of; nothing where nobody listed it */
export const sensesOf = (word: string): ReadonlyArray<string> => senses.get(word) ?? []
