/** Words of keys that say what a row is about. Data only. */
import { wordSet } from "../keys/WordSet.ts"

export const accused = wordSet("pasien terdakwa terpidana tersangka narapidana tahanan napi balita bayi terduga pelaku")
export const firmNumbers = wordSet("npsn nspn nspp nsm nss nib kodefaskes")
export const owners = wordSet("pemilik pengusaha pedagang pengelola_usaha")
export const lives = wordSet(`
  umur pekerjaan pendidikan jabatan pangkat hubungan hubungan_keluarga eselon tmt gelar hobi shdk kepegawaian hadir kehadiran absen presensi
  paraf iuran setor setoran keperluan piket ronda giliran
`)
/** Of the machine, of procedures, offices and things, and texts that are read: nothing of whom the row is about. */
export const neutral = wordSet(`
  id uuid nomor kode status jenis kategori klasifikasi urut tanggal tahun bulan hari minggu waktu jam menit periode semester triwulan
  masa start end timestamp created updated dibuat diubah dikirim diajukan diterima ditetapkan diterbitkan diverifikasi disetujui
  verifikasi validasi url uri link links href self version versi etag revision reference format mimetype type typename system use
  profile schema lang bahasa locale timezone zona tz currency page halaman limit offset cursor meta total sumber source kanal channel
  app application success message pesan code error active aktif enabled flag is has required label title judul relation rel kind
  display category model program layanan kegiatan unit satuan tahap tahapan stage proses progres jadwal agenda jalur jabatan pangkat
  golongan eselon tmt kedudukan gelar pisa kpkn kppn mapel kurikulum jurusan prodi rombel kelas tingkat jenjang antrian registrasi reg
  batch sesi gelombang kuota prioritas poli loket ruang lantai gedung blok petak kios lapak los meja kursi seat gate terminal
  peringkat rank ranking medali rekor biaya tarif harga retribusi denda merek warna bahan kendaraan barang barangbukti dokumen berkas
  tiket resi nib ntpd ntpn bank penjamin asuransi hubungan hadir kehadiran absen presensi useragent agent browser device platform
  sync size ukuran count order sort keterangan catatan deskripsi uraian teks isi komentar
`)
