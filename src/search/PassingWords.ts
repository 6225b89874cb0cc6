/** Words by which nobody tells one dataset from another: they rank what is found, and are not asked of it. */
import { wordsOf } from "./Words.ts"

const passingWords: ReadonlySet<string> = new Set(wordsOf(`
  di ke dari dan atau untuk yang pada dengan dalam oleh menurut per setiap tiap ini itu para sebagai tentang antara
  apa berapa mana siapa kapan bagaimana cara ada adalah bisa dapat mau ingin cari mencari lihat melihat info informasi
  no nomor data dataset daftar list jumlah total banyak banyaknya angka kasus peta tempat titik resmi api json csv unduh download
  hari minggu pekan akhir bulan tahun ini nanti besok kemarin lalu tadi pagi siang sore malam sekarang weekend today tomorrow yesterday
  orang anak warga masyarakat people
  negeri swasta terdekat dekat gratis murah lengkap terbaik bagus baik rusak aktif baru lama tradisional
  kota kotamadya pemkot daerah
  the a an of in on by for to and or at from with near me my is are how many much what where which all number city open free cheap best
`))

/** A year or a number is rarely in a title. */
export const isPassing = (word: string): boolean => passingWords.has(word) || /^\d+$/.test(word)
