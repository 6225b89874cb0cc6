/** Words behind which a text tells of somebody, as lists for `CueWords.ts`; what becomes of them is the kernel's (`stated.as`). */

/** Whom a text is about, so that what it says anywhere is said of them where it names anybody. */
export const subjects =
  `pasien klien penderita tn ny nn by ananda korban siswa siswi pelapor terlapor pemohon penggugat tergugat terdakwa tersangka
  debitur pelanggan opa oma mbah nenek kakek bayi opung eyang balita lansia penghuni yatim janda duda pengendara penumpang pengemudi saksi
  pelaku ybs bumil ibunda`
/** What is measured of somebody: a number follows. */
export const measures =
  `td tensi hb hba ef bb tb gds gdp gda kolesterol trombosit leukosit hematokrit suhu nadi spo saturasi lila imt ipk badan kreatinin
  ureum gcs vas tinggi berat skor luas juara kolektibilitas`
/** What somebody works as follows. */
export const works = "sy saya pekerjaan bekerja kerja profesi berprofesi sebagai seorang jualan berjualan jual mengaku adalah"
export const work =
  `irt buruh nelayan petani pedagang penjual tukang ojek ojol satpam pensiunan wiraswasta honorer kuli penjahit peternak asisten
  pemulung juru montir bengkel pelaut sekuriti kasir pramuniaga pengangguran serabutan wirausaha karyawan karyawati pengemis mengemis
  pengrajin pengamen dosen guru tani art tki tkw kariawan penambang pekebun penyadap tangga`
export const beliefs = "islam kristen katolik katholik hindu buddha budha konghucu khonghucu protestan advent"
export const opens = "otp pin"
export const networks = "ip from dari client addr rhost alamat host login user akun pengguna"
/** In a text without capitals a name follows. */
export const called =
  `bpk pak bapak bu ibu mbak mas mama adek adik sdr sdri bang teh kak kk uda om tante pakde bude mbok namanya bernama saya sy aku ku
  dokter bidan si mang kang koh ci lik cik`
/** An illness behind one is what it is for, nobody's. */
export const units =
  "rumah poli klinik ahli petugas dokter spesialis bagian ruang program loket layanan pencegahan penyuluhan vaksin imunisasi kampanye unit"
/** A hamlet, where somebody lives. */
export const hamlets = "dusun dsn dukuh dukuhan banjar jorong lingkungan"
/** An account of somebody is called so. */
export const accounts = "ig instagram tiktok twitter facebook telegram akun username user pengguna"
/** An office's or a place's own name goes on behind one. */
export const namedOrganisations =
  `mpp unit upt uptd bbws polres polresta polresto polrestabes polsek polda kejari kejati pn pa pengadilan bapas lapas rutan klinik
  yayasan panti kali sungai pantai gunung danau pulau kampus universitas stasiun bandara hotel spbu gereja pura vihara tpu tpa
  posyandu singgah dinsos dinkes disdik dishub bapenda bpkad bkpsdm bpbd dlh dpupr dukcapil
  kecamatan polindes puskesmas lpm lpks baznas pmi kua pdam perumda koramil kodim tim regu aplikasi program perumdam kanwil bpn kpp kanim
  kemenag tksk disdikbud`
