/**
 * Whether a text reads like the name of a person, or rather of an office, a place or a firm. Asked where a key leaves
 * it open: `nama`, `petugas`, `pemilik`. Where key or row are a person's, only what no person is called is spared.
 *
 * Gotchas: names are without number, so a name that is not recognised is no proof, and people are called Park, Guru or
 * Tim. One word alone is never enough.
 */

import { wordSet } from "./keys/WordSet.ts"

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "))

/** The first word of what has a name without being a person. */
const things = words(
  "taman kebun hutan gedung monumen tugu museum makam masjid mesjid musholla mushola mushalla surau langgar gereja pura vihara wihara "
    + "klenteng kelenteng pasar pusat mall mal plaza supermarket minimarket toko warung kedai kios depot rumah restoran resto cafe kafe "
    + "hotel losmen penginapan wisma villa vila apartemen rusunawa perumahan perum komplek kompleks terminal halte stasiun bandara bandar "
    + "pelabuhan dermaga jembatan jalan jln jl gang gg lorong ruas simpang persimpangan bundaran flyover underpass tol trotoar sungai "
    + "kali ci danau situ waduk bendungan embung pantai pulau gunung bukit gua goa curug air kolam stadion gor lapangan arena puskesmas "
    + "pustu posyandu klinik apotek apotik rsud rsu rs rsia rsj rumkit sekolah sd sdn sdit mi min mis smp smpn smpit mts mtsn sma "
    + "sman smk smkn ma man mas tk tkk paud kb slb ra pkbm lkp universitas univ institut politeknik akademi stikes stie kampus fakultas "
    + "perpustakaan pondok pesantren ponpes yayasan panti dinas badan kantor sekretariat kementerian direktorat pemerintah pemda pemkot "
    + "pemkab pemprov kelurahan desa kecamatan kabupaten kota provinsi dusun kampung nagari gampong distrik wilayah kawasan zona blok "
    + "bidang bagian seksi subbag subbagian biro upt uptd unit satuan satpol polsek polres polda polri kepolisian koramil kodim tni pt "
    + "cv ud pd perumda perum perusahaan firma koperasi kud ksp bumdes bank bpr bpd asosiasi ikatan himpunan persatuan forum "
    + "komunitas kelompok gapoktan poktan paguyuban karang sanggar tim panitia partai lembaga lsm ormas organisasi komisi dewan dprd "
    + "mpr dpr kpu bawaslu bpbd bnpb pmi pln pdam telkom bpjs bps ojk kua imigrasi pengadilan kejaksaan lapas rutan festival pekan lomba "
    + "kegiatan program proyek paket pembangunan pengadaan rehabilitasi peningkatan pemeliharaan pelatihan sosialisasi layanan aplikasi "
    + "sistem portal website data dataset daftar laporan surat izin sertifikat bantuan pos posko tps tpa tpst pju cctv kamera sensor alat "
    + "mesin bus angkot kereta kapal trayek rute buku majalah beras minyak gula cabai bawang daging telur ikan ayam pupuk obat vaksin "
    + "park hall street road avenue bridge station school hospital clinic market mosque church temple office department ministry agency "
    + "company foundation university college library museum hotel restaurant shop store city town village district province river lake "
    + "beach mount island airport harbor port building tower center centre rm wr bengkel salon laundry butik griya graha balai pendopo "
    + "alun-alun pabrik gudang radio tv studio galeri kopi bakso soto sate nasi mie batik keripik kerupuk rempeyek catering katering "
    + "konveksi optik percetakan fotokopi ternak peternakan tani budidaya kube kub bumdesa asuransi puskesos rptra posbindu polindes "
    + "poskesdes bkm lpm tp tpq dta mdt blood public bus train national royal grand inc ltd llc bapenda bappeda bkpsdm disdukcapil dinkes "
    + "dinsos disdik dishub diskominfo dispora disbudpar dpmptsp dlh pupr inspektorat setda sekda rt rw satgas linmas damkar regu kodam "
    + "lantamal basarnas bmkg bnn bpom bulog bpk bpkp bumn bumd sinar santa santo"
)

/** Later words that give away a place or a firm: `Kopi Senja Cafe`, `City Hall`. */
const ends = words(
  "tbk persero corp inc ltd llc gmbh group grup hall street road avenue park school hospital clinic market bank hotel cafe resto "
    + "restaurant center centre station bridge building tower office agency company university college library museum airport club mall "
    + "plaza foundation ministry department district village city square garden gardens boulevard terminal shelter pier theatre theater "
    + "gallery zoo stadium arena mosque church temple harbour harbor highway bangsa hati wanita medika farma course residence regency "
    + "elementary workshop academy institute motor"
)

/** What stands in such a field where nobody is named. */
const nobody = words(
  "ada tidak belum kosong umum anonim anonymous masyarakat warga swasta negeri pribadi perorangan perseorangan pemerintah "
    + "pemda pemkot negara adat dinas asn pns tni polri honorer kontrak tetap aktif nonaktif ya bukan lainnya lain semua "
    + "seluruh admin administrator system sistem operator user root guest unknown none null na test dewasa anak lansia remaja pria wanita "
    + "pelajar mahasiswa guru petani nelayan buruh pedagang karyawan wiraswasta nihil milik otomatis automatic autonomous private state "
    + "municipality citizen n/a tbd tba"
)

const titles = words(
  "dr drg drs dra ir prof h hj kh k.h r rr raden rd "
    + "ra gus ning ust ustadz ustaz ustadzah kyai kiai habib tgk teungku tengku teuku cut andi daeng i ni ida anak agung gusti dewa desak "
    + "cokorda bpk bapak bp ibu bu sdr sdri tn ny nyonya tuan nn almarhum alm almh mr mrs ms miss sir madam pak mas mbak kang teh abah"
)
/** They begin other things too, so that a known name or a degree has to follow. */
const commonTitles = words("i ra r h k anak agung andi cut daeng ibu bu mas bapak bpk pak ni ida dewa teh")

const degree = new RegExp(
  String.raw`,\s*(?:[SMA]\.?\s?[A-Z][A-Za-z.]{1,8}|S\.?(?:E|H|T|Kom|Pd|Sos|Ag|Ked|Farm|Kep|Si|IP|STP)\b`
    + String.raw`|M\.?(?:M|T|H|Si|Pd|Kes|Ag|Kom|A)\b|Ph\.?D|Sp\.?[A-Z]|Amd|A\.?Md|Lc|BA|BSc|MBA)`
)
const bin = /\s(?:bin|binti|bt|bte|putra|putri)\s/i

/** Names that are common among Indonesians of many peoples; some of abroad. */
const known = words(
  "abdul abdullah abdurrahman abidin abimanyu achmad ade adhi adi aditya adriansyah afifah agnes agung agus agustina ahmad "
    + "aida aini ainun aisyah ajeng aji akbar alamsyah ali alif alika amalia amanda amelia amin aminah amir ana anastasia andika andini "
    + "andre andreas andri andriani anggi anggraini anggun ani anisa anita anjani anna annisa anton antonius anwar aprilia ardi "
    + "ardian ardiansyah ari arief arif arifin aris armand arsyad arum arya asep asih asri astuti atik aulia aurora ayu azis aziz azizah "
    + "azzahra baharuddin bagas bagus bahri bakti bambang basuki bayu beni benny bima bintang budi budiarti budiman budiono budiyanto "
    + "cahaya cahya cahyadi cahyani cahyo cahyono candra catur cecep chandra christian christina cici cindy citra dadang daniel darma "
    + "darmawan david dede dedi dedy deni denny deny desi desy dewi dharma dian diana dimas dina dinda dini dodi doni dony dwi eka eko "
    + "elisa elisabeth elvina emil endah endang erik erlina erna erni ernawati erwin esti eva evi fadhil fadhila fadilah fadli fahmi "
    + "faisal fajar fandi farah farhan farida fatimah fauzan fauzi fauziah febri febrianti feri ferry fikri firdaus firman firmansyah "
    + "fitri fitria fitriani fransisca fransiskus galih galuh gilang gita gunadi gunawan habib habibi hadi hadiyanto hafiz haikal "
    + "hakim halim halimah hamid hamzah handayani handoko hani hanif haris hariyanto harjo hartati hartono haryadi haryanti haryanto "
    + "hasan hasanah hasanuddin hasim hassanah hastuti hendra hendri hendro heni henny herawati heri herlambang herlina herman "
    + "hermansyah hermawan heru hesti hidayah hidayat hidayati hidayatullah husain husein husna hutagalung hutapea hutasoit ibnu ibrahim "
    + "ida idris ikhsan ilham ilyas imam iman imran inayah indah indra indrawan indriani intan irawan irawati irfan irma irwan irwansyah "
    + "iskandar ismail istiqomah iswahyudi ita iwan jaka jaya jayadi jayanti jelita jessica jihan joko jono jumadi juwita kadek kamal "
    + "kamila karim karina kartika kartini kasim ketut khadijah khairul khairunnisa kiki komang krisna kristina kristiawan kuncoro kurnia "
    + "kurniasari kurniawan kurniawati kusuma kusumawati kusumo laila laksmiwati laksana laras lasmi latif lazuardi lestari lia lilis "
    + "lina linda lisa lubis lukman luluk lusi luthfi made mahendra maheswari mahmud maimunah maman mandala mansur manullang mardhiyah "
    + "margaret maria mariana marlina marpaung maryadi maryani maryati maryam maulana maya mayasari mega megantara melani meliana "
    + "michael mila mira mohamad mohammad muchtar muhamad muhammad muhtar mukhlis mulia mulyadi mulyana mulyani mulyono munawaroh mursid "
    + "musa mustafa mustofa mutia nababan nabila nadia nainggolan najib nanda nanang nani napitupulu nasir nasrullah nasution natalia "
    + "nathania naufal neneng ngurah nia nina ningrum ningsih nisa nita noor nova novi novia novita novitasari nugraha nugroho nur "
    + "nuraini nurcahyo nurdin nurdiyanti nurhayati nuril nurjanah nurlaila nurmala nurul nuryadi nuryani nyoman oktavia oktaviani "
    + "oktavian pandu pangestu panjaitan pardede permadi permana permata pertiwi prabowo pradana pradipta prakasa prakoso pramono pranata "
    + "pranoto pranowo prasasta prasetya prasetyo prasojo pratama pratiwi prayitno prayoga prayogo prima priyanto priyono pudjiastuti "
    + "puji puput purba purnama purnawati purnomo purwadi purwanti purwanto puspa puspasari puspita puspitasari putra putri putu qadir "
    + "rachmad rachman rachmat rachmawati raden rafi rahardian rahardjo rahayu rahim rahimah rahma rahmad rahman rahmat rahmawati rahmi "
    + "raihan rajasa ramadan ramadhan ramadhani ramlan rani rara ratih ratna ratnasari rendi reni reno retno reza rezky ria riana rianto "
    + "rico ridho ridwan rika riki rina rini rio ririn risa riska risma rita riyadi riyanti riyanto rizal rizka rizki rizky robby rohmah "
    + "rohman romi roni rosa rosalina rosdiana rosmawati roy rudi rudiyanto rudy rukmana rusdi rustam rusli ruslan safitri safira sahrul "
    + "saifuddin saifullah salahudin salim salma salsabila samiah samosir samsudin samsul sandi santi santoso sapto saptono saputra "
    + "saputri saragih sarah saraswati sari sartika satria satya setiawan setiawati setyawan sefti septian septiani setia setiadi setyo "
    + "shinta sidik sihombing sihotang silalahi silitonga simanjuntak simanullang simatupang simbolon sinaga sinta siregar sitanggang "
    + "sitepu siti sitompul sitorus situmorang situmeang siska slamet soleh sofyan solihin sonia sri subagyo subekti sudarmaji sudarman "
    + "sudarsono sudirman sugeng sugiarto sugiono sugiyanto suharti suhartono suhendar suherman sujarwo sukarno sukma sulaiman sulastri "
    + "sulistyo sulistyowati sumarni sumarno sumiati sunardi sunarto sunarti supardi suparman suparno supriadi supriatna supriyadi "
    + "supriyanto suryadi suryana suryani suryanto suryatmi suryono susanti susanto susilawati susilo sutarjo sutrisno suwandi suwarni "
    + "suwarno suyanto suyono syafii syahputra syahrial syahrini syahreza syaiful syamsuddin syarif syifa talia tampubolon tamba tanjung "
    + "tarihoran tarmizi tasya tatang taufan taufik tedi teguh thamrin theresia tia tika tini titi titik tjahjono tono toni tri trisno "
    + "tuti ulfa ulfah umar umi untung usada usamah usman utama utami uwais uyainah vera vero victoria vina wacana wahid wahyu wahyudi "
    + "wahyuni wahyudin waluyo wardani wardaya warsito waskita wastuti wati wawan wayan wibawa wibisono wibowo wicaksono widi widiastuti "
    + "widodo widya widyastuti wijaya wijayanti winarno winarsih winarti winda wirawan wiwik wulan wulandari yadi yani yanti yanto yanuar "
    + "yasin yayan yeni yohana yohanes yolanda yoga yogi yudha yudhistira yudi yudistira yuli yulia yuliana yulianti yulianto yuliarti "
    + "yulius yuni yuniar yunita yusri yusuf zaenal zahra zahrah zain zainab zainal zainuddin zaki zakaria zubaidah zulaikha zulfikar "
    + "zulkarnain zulkifli ujang entin imas icih enok neng encep ohim otong euis wawat kusnadi ginanjar suhada sobari sutisna sunandar "
    + "saepudin sopandi sukmana hikmat iyus yayat nining titin elis iis dadan ayi wahidin karsa suparta wiguna sastra kogoya wanggai "
    + "wenda rumbiak tabuni wonda yikwa mandacan kambu ohee awoitauw mofu tan lim liem ong oei kwee tjia sie gunarso winata halim sanjaya "
    + "susilo john james robert mary patricia jennifer david richard joseph thomas charles sarah karen nancy lisa peter paul mark george "
    + "kenneth steven edward brian ronald kevin jason jeffrey ryan jacob gary nicholas eric jonathan stephen larry justin scott brandon "
    + "benjamin samuel smith johnson williams brown jones miller davis wilson anderson taylor moore jackson martin lee thompson white "
    + "harris lewis robinson walker young allen wright"
)

/** Persons after whom streets, schools and halls are called everywhere. */
const heroes = wordSet(`
  ahmad_yani a_yani jenderal_ahmad_yani jend_ahmad_yani gatot_subroto gatot_soebroto jenderal_gatot_subroto jend_sudirman
  jenderal_sudirman panglima_sudirman panglima_besar_sudirman imam_bonjol tuanku_imam_bonjol teuku_umar cik_ditiro
  cut_nyak_dien cut_meutia dewi_sartika raden_ajeng_kartini r_a_kartini ra_kartini sam_ratulangi wr_supratman w_r_supratman
  ahmad_dahlan kh_ahmad_dahlan hasyim_asyari kh_hasyim_asyari hayam_wuruk gajah_mada sultan_agung sultan_hasanuddin
  pangeran_diponegoro brigjen_katamso slamet_riyadi mt_haryono m_t_haryono s_parman letjen_suprapto letjen_s_parman
  di_panjaitan d_i_panjaitan yos_sudarso laksamana_yos_sudarso adi_sucipto agus_salim haji_agus_salim h_agus_salim
  basuki_rahmat basuki_rachmat bung_tomo bung_karno bung_hatta soekarno_hatta sukarno_hatta mohammad_hatta moh_hatta
  mh_thamrin m_h_thamrin husni_thamrin otto_iskandardinata otto_iskandar_dinata oto_iskandar_dinata ki_hajar_dewantara
  budi_utomo budi_luhur setia_budi wahid_hasyim wahidin_sudirohusodo dr_sutomo dr_cipto cipto_mangunkusumo dr_wahidin
  mohammad_yamin abdul_muis pangeran_antasari prof_yohanes adam_malik sutan_syahrir urip_sumoharjo ir_juanda h_juanda
  halim_perdanakusuma abdul_rahman_saleh supriyadi_blitar tan_malaka
`)
/** `Ahmad Yani` may be a street as well. */
export const isHero = (value: string): boolean => heroes.has(value.toLowerCase().replace(/[^\p{L}]+/gu, "_"))

const maxLength = 80
const space = /\s+/
const edges = /^[^\p{L}]+|[^\p{L}]+$/gu
const plain = /^[A-Za-z]+$/
const startsLow = /^\p{Ll}/u
const startsHigh = /^\p{Lu}/u

const folded = (word: string): string => (plain.test(word) ? word : word.replace(edges, "")).toLowerCase()

/** The first word, without making a list of all. */
const firstOf = (value: string): string => {
  const end = value.indexOf(" ")
  return folded(end < 0 ? value : value.slice(0, end))
}

/** People are called so last, places first: `Tanjung Perak`. */
const cape = "tanjung"

/** An office, a place, a firm, or a word that says that nobody is meant. */
const isNoPerson = (text: string): boolean => {
  const value = text.length > maxLength * 2 ? text.slice(0, maxLength * 2).trim() : text.trim()
  const end = value.indexOf(" ")
  const first = firstOf(value)
  if (end < 0) return things.has(first) || nobody.has(first)
  if (cape === first) return true
  if (things.has(first) && !titles.has(first)) return true
  if (nobody.has(first) && !known.has(firstOf(value.slice(end + 1)))) return true
  return ends.has(folded(value.slice(value.lastIndexOf(" ") + 1)))
}

export const isKnownName = (word: string): boolean => known.has(folded(word))

/** A known name, a title or an initial. */
export const isNameWord = (word: string): boolean => {
  const plainWord = folded(word)
  return plainWord.length < 2 || known.has(plainWord) || titles.has(plainWord)
}

/** Two to nine words, one of them known as a name or a title. */
export const looksLikePerson = (value: string): boolean => {
  if (value.length < 4 || value.length > maxLength || !value.includes(" ") || /[\d*@/_=<>]/.test(value)) return false
  if (isNoPerson(value)) return false
  const parts = value.trim().split(space)
  if (parts.length < 2 || parts.length > 9) return false
  const first = folded(parts[0]!)
  if (titles.has(first) && !commonTitles.has(first)) return true
  if (degree.test(value) || bin.test(value)) return true
  // In a sentence names stand among words in lower case.
  if (parts.length > 5 || parts.some((part) => startsLow.test(part)) && parts.some((part) => startsHigh.test(part))) return false
  return parts.some((part) => known.has(folded(part)))
}
