/** What the demo city tells about the datasets of the city's administration. */
import type { DatasetTexts } from "../CityAgency.ts"

export const administrationAbout: Readonly<Record<string, DatasetTexts>> = {
  "diskominfo/portal-publik": {
    titleEn: "City news and events",
    topics: ["pemerintahan"],
    description: "Agenda kota, berita, dan pengumuman resmi yang tampil di portal kota, dengan tanggal, tempat, dan tautannya.",
    descriptionEn: "The city's calendar, news and official announcements as its website shows them, with dates, places and links."
  },
  "diskominfo/pengaduan": {
    titleEn: "Residents' complaints",
    topics: ["pemerintahan"],
    description: "Laporan yang masuk dari warga menurut kategori, kelurahan, dan status penyelesaiannya. Nama dan nomor "
      + "pelapor disamarkan.",
    descriptionEn: "What residents report, by category, sub-district and how far it was dealt with. Who reported it is masked."
  },
  "diskominfo/wifi-publik": {
    titleEn: "Public wifi",
    topics: ["pemerintahan"],
    description: "Lokasi wifi gratis milik kota, kecepatannya, dan apakah sedang aktif.",
    descriptionEn: "Where the city offers free wifi, how fast it is and whether it works now."
  },
  "diskominfo/menara-telekomunikasi": {
    titleEn: "Telecom towers",
    topics: ["tata-ruang"],
    description: "Lokasi, tinggi, dan operator setiap menara seluler yang berdiri di kota.",
    descriptionEn: "Place, height and operator of every mobile phone tower in the city."
  },
  "diskominfo/aplikasi-daerah": {
    titleEn: "The city's applications",
    topics: ["pemerintahan"],
    description: "Aplikasi yang dipakai atau sedang dikembangkan perangkat daerah, dengan versinya.",
    descriptionEn: "Software that agencies use or develop, with its version."
  },
  "bappeda/wilayah-indonesia": {
    titleEn: "Administrative areas of Indonesia",
    topics: ["tata-ruang"],
    description: "Kode dan nama resmi provinsi, kabupaten, kota, kecamatan, desa, kelurahan, dan pulau di seluruh Indonesia.",
    descriptionEn: "Official codes and names of provinces, regencies, districts, villages and islands of the whole country."
  },
  "bappeda/wilayah-kota": {
    titleEn: "Areas of the city",
    topics: ["tata-ruang"],
    description: "Kecamatan dan kelurahan di kota dengan kode resminya, serta luas dan jumlah RT dan RW setiap kecamatan.",
    descriptionEn: "Districts and sub-districts with their official codes, and each district's area and number of neighbourhoods."
  },
  "bappeda/rencana-pembangunan": {
    titleEn: "Development plan",
    topics: ["pemerintahan", "keuangan"],
    description: "Program pembangunan kota dengan pagu anggaran dan tahun pelaksanaannya.",
    descriptionEn: "Programmes of the city's development plan with their budget and year."
  },
  "bappeda/indikator-makro": {
    titleEn: "Macro indicators",
    topics: ["ekonomi"],
    description: "Pertumbuhan, kemiskinan, dan indeks pembangunan manusia, per bulan, per tahun, dan per kecamatan.",
    descriptionEn: "Growth, poverty and the human development index, by month, year and district."
  },
  "disdukcapil/penduduk": {
    titleEn: "Register of residents",
    topics: ["kependudukan"],
    description: "Daftar penduduk untuk pelayanan administrasi. Daftar dan rinciannya privat dan disamarkan; jumlahnya terbuka.",
    descriptionEn: "Residents as public services need them. List and items are private and masked; the counts are open."
  },
  "disdukcapil/akta-kelahiran": {
    titleEn: "Birth certificates",
    topics: ["kependudukan"],
    description: "Akta yang terbit untuk bayi yang lahir di kota. Daftar dan rinciannya privat; jumlahnya terbuka.",
    descriptionEn: "Certificates issued for children born in the city. List and items are private; the counts are open."
  },
  "disdukcapil/akta-kematian": {
    titleEn: "Death certificates",
    topics: ["kependudukan"],
    description: "Akta yang terbit untuk warga yang meninggal. Daftar dan rinciannya privat; jumlahnya terbuka.",
    descriptionEn: "Certificates issued for residents who died. List and items are private; the counts are open."
  },
  "disdukcapil/kartu-keluarga": {
    titleEn: "Family cards",
    topics: ["kependudukan"],
    description: "Kartu keluarga dengan jumlah anggotanya. Daftar dan rinciannya privat; jumlahnya terbuka.",
    descriptionEn: "Families with the number of their members. List and items are private; the counts are open."
  },
  "disdukcapil/perpindahan": {
    titleEn: "Moves of residents",
    topics: ["kependudukan"],
    description: "Warga yang pindah masuk dan keluar kota. Daftar dan rinciannya privat; jumlahnya terbuka.",
    descriptionEn: "Who moved into or out of the city. List and items are private; the counts are open."
  },
  "disdukcapil/statistik-penduduk": {
    titleEn: "Population statistics",
    topics: ["kependudukan"],
    description: "Jumlah laki-laki, perempuan, dan keluarga, per bulan, per tahun, dan per kecamatan.",
    descriptionEn: "Numbers of men, women and families, by month, year and district."
  },
  "bapenda/wajib-pajak": {
    titleEn: "Taxpayers",
    topics: ["keuangan"],
    description: "Orang yang terdaftar membayar pajak daerah. Daftar dan rinciannya privat; jumlahnya terbuka.",
    descriptionEn: "Who is registered to pay local taxes. List and items are private; the counts are open."
  },
  "bapenda/pbb": {
    titleEn: "Land and building tax",
    topics: ["keuangan", "tata-ruang"],
    description: "Objek pajak bumi dan bangunan dengan luas dan pajak terutangnya. Daftar dan rinciannya privat; jumlahnya terbuka.",
    descriptionEn: "Land and buildings with their size and the tax due. List and items are private; the counts are open."
  },
  "bapenda/tunggakan": {
    titleEn: "Tax arrears",
    topics: ["keuangan"],
    description: "Pajak daerah yang belum dilunasi. Daftar dan rinciannya privat; jumlahnya terbuka.",
    descriptionEn: "Local taxes that were not paid in time. List and items are private; the counts are open."
  },
  "bapenda/realisasi": {
    titleEn: "Revenue against target",
    topics: ["keuangan"],
    description: "Target dan realisasi pendapatan daerah, per bulan, per tahun, dan per kecamatan.",
    descriptionEn: "Local revenue and its target, by month, year and district."
  },
  "bapenda/tarif": {
    titleEn: "Local tax rates",
    topics: ["keuangan"],
    description: "Tarif setiap jenis pajak daerah dengan dasar hukumnya.",
    descriptionEn: "The rate of each local tax with the regulation behind it."
  },
  "satpol-pp/pelanggaran": {
    titleEn: "Breaches of local regulations",
    topics: ["keamanan"],
    description: "Pelanggaran peraturan daerah dan dendanya. Daftar dan rinciannya privat; jumlahnya terbuka.",
    descriptionEn: "Breaches of local regulations and their fines. List and items are private; the counts are open."
  },
  "satpol-pp/patroli": {
    titleEn: "Patrols",
    topics: ["keamanan"],
    description: "Rute dan waktu mulai patroli ketertiban serta jumlah petugasnya, per kecamatan.",
    descriptionEn: "Routes and times of public order patrols and how many officers went, by district."
  },
  "satpol-pp/pos": {
    titleEn: "Public order posts",
    topics: ["keamanan"],
    description: "Alamat dan telepon pos ketertiban dengan jumlah regunya.",
    descriptionEn: "Address and telephone of each post and how many squads it has."
  }
}
