/**
 * Words that names in prose stand behind: no dictionary of names, so Bugis, Papuan and Chinese ones are found as well as
 * Javanese. What becomes of them is the kernel's (`kernel/assembly/names.as`).
 */
import { kin, officers, subjects } from "../keys/Words.ts"
import { wordSet, wordsIn } from "../keys/WordSet.ts"

/** After these a name follows, one word of it is enough. */
export const titles = wordSet(`
  bapak bpk pak ibu bu sdr sdri sdri/sdr saudara saudari tn ny nn tuan nyonya nona kak mas mbak bang ust ustadz ustadzah kh hj drg
  dr yth an a.n a/n alm almarhum almarhumah bernama namanya bersangkutan mbah nenek kakek koh cik alias mr mrs ms ananda oma opa
  om oom mang inaq amaq ummi haji hajah mama mak bripka aipda aiptu briptu ipda iptu kompol kapten serda sertu serka
  abah eyang simbah mbok yu lik paklik bulik pakde bude cak kang uda wak uwak uwa nyai nek tante opung ompung inang koko cici bli daeng
  puang pace mace apai acil amak ambo ceu mpok engkong papuq tauke neng ode ni koptu praka bripda romo suster pater frater kombes akbp akp
  teh datuk dt apt mang brigpol brigadir irjen brigjen letkol letda lettu serma kopda
`)
/** Somebody's: that there is one is told of whoever a text names, and a name may follow. */
export const relatives =
  `putranya putrinya anaknya istrinya isterinya suaminya ibunya mamanya ayahnya bapaknya papanya adiknya kakaknya abangnya neneknya kakeknya
  cucunya menantunya mertuanya keponakannya pamannya bibinya iparnya orangtuanya`
/** After these it does where it is of two words, or the cue says `saya`. */
export const roles: ReadonlySet<string> = new Set([
  ...wordsIn(`
    sy aku saya nama atas_nama oleh kepada hubungi korban tersangka terdakwa pelapor terlapor pemohon pasien istri suami anak ayah warga
    siswa petugas milik rumah keluarga penerima ketua narahubung cp kontak pic menemui menjemput dengan dari bersama
    halo hai dear penanggung_jawab dititipkan didampingi pemilik sopir pengemudi dihadiri dipimpin disaksikan dibantu diterima diserahkan
    dipegang ditangani dilaporkan saksi adik kakak orang_tua wali pengasuh kuasa hukum dikendarai dikemudikan ujar
  `),
  ...kin,
  ...subjects,
  ...officers
])
export const strongRoles = wordSet(`
  sy aku saya kami nama bernama disaksikan dipimpin dihadiri atas_nama korban tersangka terdakwa pelapor terlapor pemohon pasien
  istri suami narahubung cp pic
  penanggung_jawab hubungi ketua ujar saksi debitur klien diketuai berinisial
  mengaku abk temannya tetangganya majikannya ${relatives}
`)

/** No person's name begins with these, though they are written with a capital. */
export const noNames = wordSet(`
  senin selasa rabu kamis jumat sabtu minggu januari februari maret april mei juni juli agustus september oktober november
  desember jl jalan gg gang no nomor rt rw km nik kk ktp hp wa tlp telp npwp bpjs rp pt cv ud dinas kota kabupaten kecamatan
  kelurahan desa kab kec kel provinsi prov jawa sumatera kalimantan sulawesi papua bali indonesia jakarta surabaya bandung
  pemerintah kantor balai call center website email kepala bank mandiri bri bni btn bca puskesmas rs rsud sd smp sma smk tk paud
  perum perumahan komplek blok dusun saya kami mohon terima kasih yang dan di ke dari untuk dengan pada adalah ini itu tidak belum
  sudah akan telah agar atau juga serta karena sejak hingga sampai tanggal pukul jam wib wita wit tahun bulan hari dst dll dkk nb
  spesialis praktik swastyastu swastiastu sobat kawan sahabat tim lengkap panggilan depan belakang kandung ps ya assalamualaikum selamat
  pagi siang sore malam yth bapak ibu admin umum semua
`)
/** Abbreviations that nothing else is written with. */
export const clear = wordSet("an a.n a/n sdr sdri bpk ny tn nn alm almh almarhum almarhumah ananda")
export const courtesy = wordSet("bapak ibu pak bu saudara saudari tuan nyonya mbah mas mbak")
export const degrees = wordSet("h hj ir drs dra prof dr drg kh")
export const placeCues = wordSet(`
  di ke dari daerah wilayah jl jln jalan gg gang desa kelurahan kecamatan kota kabupaten kel kec kab dusun perum perumahan pasar
  taman simpang jembatan terminal rs rsud puskesmas dinas bank kantor pt cv toko sekolah masjid merek
`)
