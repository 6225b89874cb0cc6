/** Words of homes, numbers and fields in prose, as lists for `CueWords.ts`. */
import { relatives } from "./NameWords.ts"

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
/** An amount behind one is somebody's who is named before. */
export const amounts =
  `sebesar senilai gaji upah honor utang hutang pinjaman tunggakan tagihan cicilan angsuran denda membayar dibayar pembayaran menerima
  pesangon nafkah pendapatan santunan sewa iuran setoran kerugian penghasilan omzet omset nunggak menunggak ditaksir thr dana jualan dapat
  tunai beromzet simpanan saldo pinjol dari menjadi`
/** What befell somebody, or what they did: illness and injury, death, pregnancy, family, poverty, offences. */
export const conditions =
  `${relatives} menikah kawin napas nafas lengan paha pelipis lutut telunjuk perut bibir dada punggung opname residivis berdahak hemolisis
  infiltrat terjepit nunggak menunggak muntaber jantungan
  sakit lumpuh stroke hamil keguguran melahirkan ketuban pendarahan perdarahan berdarah luka terluka robek lecet memar patah retak gegar
  pingsan muntah mual diare demam kejang sesak nyeri pusing batuk pilek gatal bengkak kanker tumor kista miom tbc tb hiv aids diabetes
  hipertensi jantung ginjal paru hepatitis asma epilepsi tifus tipes dbd malaria covid campak difteri cacar kusta katarak glaukoma buta
  tuli bisu tunanetra tunarungu tunawicara tunadaksa tunagrahita difabel disabilitas cacat autis autisme odgj depresi skizofrenia bipolar
  trauma overdosis narkoba sabu mabuk stunting gizi operasi dioperasi kemoterapi kemo amputasi diamputasi hernia darah alergi keracunan koma
  meninggal tewas wafat bercerai cerai janda duda yatim piatu menganggur miskin bolos membolos mangkir dipenjara ditahan dihukum pidana
  penganiayaan pencurian mencuri penggelapan penipuan dianiaya dipukul memukul dilecehkan pelecehan diperkosa kdrt dirawat kritis
  penyakit menderita mengidap leukemia anemia bronkitis pneumonia talasemia hemofilia parkinson alzheimer demensia vertigo lupus rabies
  tetanus polio herpes sifilis skoliosis fraktur dislokasi lebam jahitan preeklampsia eklampsia hipotermia dehidrasi filariasis rematik
  reumatik encok maag gastritis tifoid migrain insomnia cemas ansietas halusinasi pikun delirium wasting marasmus obesitas amlodipin
  amlodipine captopril kaptopril metformin insulin furosemid ramipril bisoprolol simvastatin parasetamol paracetamol amoksisilin amoxicillin
  ibuprofen oat artesunat primakuin tramadol diazepam haloperidol risperidon sertralin fluoksetin arv betahistin omeprazol salbutamol sesar
  caesar kuret bta palsy hemiparesis dialisis hemodialisis kateter kolostomi nifas abortus balap judi ganja narkotika mencopet menjambret
  mengancam mengemis mengamen membacok menganiaya menipu memeras prostitusi cabul pencabulan lajang selingkuh perselingkuhan memukuli
  tenggelam tersengat terbakar tersiram terjatuh benjol trombosis kolesterol tremor lemas mimisan stres depresif mengompol phk merokok
  perokok iud akseptor cedera berjudi kecelakaan deformitas alpa dikaruniai di-phk
  dengue diabetic asthma asthmatic hypertension pregnant cancer fracture fractured seizure seizures epilepsy epileptic tuberculosis
  depression miscarriage autistic malnourished hospitalized hospitalised`
