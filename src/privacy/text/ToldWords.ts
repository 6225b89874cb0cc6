/** Words by which a text tells of somebody, numbers somebody or calls something by its name, as lists for `CueWords.ts`. */
import { relatives } from "./NameWords.ts"

/** Whom a text is about, so that what it says anywhere is said of them where it names anybody. */
export const subjects =
  `pasien klien penderita tn ny nn by ananda korban siswa siswi pelapor terlapor pemohon penggugat tergugat terdakwa tersangka
  debitur pelanggan opa oma mbah nenek kakek bayi opung eyang balita lansia penghuni yatim janda duda pengendara penumpang pengemudi saksi
  pelaku ybs bumil ibunda`
/** What is told of somebody stands behind one, which tells nothing itself. */
export const announcing =
  `lahir umur umurnya usia usianya berusia berumur agama beragama pekerjaan bekerja profesi berprofesi alamat suhu tensi td bb tb hb imt ipk
  nilai skor gaji upah honor penghasilan pendapatan pembayaran tidak tdk belum bukan later ago`
/** What befell somebody, or what they did: where a text tells of somebody, hardly anything more has to speak for it. */
export const facts =
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
/** What somebody works as, believes, is alone in: something more has to. */
export const work =
  `irt buruh nelayan petani pedagang penjual tukang ojek ojol satpam pensiunan wiraswasta honorer kuli penjahit peternak asisten pemulung
  juru montir bengkel pelaut sekuriti kasir pramuniaga pengangguran serabutan wirausaha karyawan karyawati pengemis mengemis pengrajin
  pengamen dosen guru tani tki tkw kariawan penambang pekebun penyadap islam kristen katolik katholik hindu buddha budha konghucu
  khonghucu protestan advent sendiri`
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
