/** Words of keys that say what a row is about. Data only. */
import { wordSet } from "../keys/WordSet.ts"

export const accused = wordSet("pasien terdakwa terpidana tersangka narapidana tahanan napi balita bayi terduga pelaku")
export const firmNumbers = wordSet("npsn nspn nsm nss nib kodefaskes")
export const owners = wordSet("pemilik pengusaha pedagang pengelola_usaha")
export const lives = wordSet(`
  umur pekerjaan pendidikan jabatan pangkat hubungan hubungan_keluarga eselon tmt gelar hobi shdk kepegawaian hadir kehadiran absen presensi
  paraf iuran setor setoran keperluan piket ronda giliran
`)
