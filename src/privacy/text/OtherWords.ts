/** Words of homes, numbers and fields in prose, as lists for `CueWords.ts`. */
/** An address of a home begins with one. */
export const streets =
  "jl jln jalan gg gang perum perumahan komp komplek kompleks blok dusun dsn kp kampung lr lorong br banjar dukuh dukuhan jorong lingkungan"
/** Behind these it is somebody's. */
export const homes =
  `alamat warga rumah rmh tinggal domisili kediaman beralamat berdomisili menetap kontrakan kos kost dijemput titip titipan
  alamatnya rumahnya dititipkan`
/** Tags of HTML that mark a text and hold nothing. */
export const marks =
  "b i u s p a em br hr h1 h2 h3 h4 h5 h6 li ul ol dl dd dt tt div pre sub sup big del ins code font span small strong mark center"
/** What goes on behind `nama saya rini …`. */
export const afterNames = "alamat dari warga rt nik mau ingin mohon umur usia yg yang tinggal dan no hp"
/** A number behind one is a thing's. */
export const thingNumbers =
  `invoice inv faktur kuitansi kwitansi resi struk nota seri serial sn imei barcode transaksi ref order kode nib isbn
  billing sku`
/** By the class of the number behind them. */
export const labels = {
  nik: "nik ktp",
  kk: "kk keluarga",
  npwp: "npwp",
  bpjs: "bpjs jkn kis",
  "bank-account": "rekening norek rek",
  passport: "passport paspor",
  bank: "bca bri bni btn mandiri bjb bsi danamon permata cimb"
}
/** Between a label and its number. */
export const betweenLabels =
  `nomor number num no adalah is saya anda bca bri bni btn mandiri bank bjb papua jatim jateng dki sumut nagari aceh
  kalbar kalsel kaltimtara kalteng sulselbar sulutgo sulteng ntt ntb maluku bengkulu lampung jambi sumsel babel riau syariah muamalat mega`
/** Behind one stands a number by which somebody is known: `NIP 1973…`. */
export const numbers = "nip nisn nim nis npm nidn nuptk nrp nup niup noka norm nopel nosal idpel str stra sip sipb nop"
/** Behind one and a word for numbers, in either order: `no. RM …`, `member id …`. */
export const numbered = "rm medis induk anggota pelanggan peserta polis meter sambungan employee member customer patient student"
