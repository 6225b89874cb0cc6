/** What the demo city tells about the datasets of agencies that serve people. */
import type { DatasetTexts } from "../CityAgency.ts"

export const peopleAbout: Readonly<Record<string, DatasetTexts>> = {
  "dinkes/puskesmas": {
    titleEn: "Community health centres",
    topics: ["kesehatan"],
    description: "Alamat, telepon, dan jadwal layanan setiap puskesmas, serta mana yang melayani rawat inap.",
    descriptionEn: "Address, telephone and consulting hours of each health centre, and which of them have beds."
  },
  "dinkes/rumah-sakit": {
    titleEn: "Hospitals",
    topics: ["kesehatan"],
    description: "Rumah sakit di kota dengan kelas, jumlah tempat tidur, dan tempat tidur yang kosong.",
    descriptionEn: "Hospitals with their class, beds and how many of them are free."
  },
  "dinkes/klinik": {
    titleEn: "Clinics",
    topics: ["kesehatan"],
    description: "Klinik swasta dan pemerintah dengan layanan, alamat, dan teleponnya.",
    descriptionEn: "Private and public clinics with what they offer, address and telephone."
  },
  "dinkes/pasien-tb": {
    titleEn: "Tuberculosis patients",
    topics: ["kesehatan"],
    description: "Pasien yang berobat tuberkulosis. Daftar dan rinciannya privat dan disamarkan; jumlahnya terbuka.",
    descriptionEn: "Patients in treatment for tuberculosis. List and items are private and masked; the counts are open."
  },
  "dinkes/imunisasi-anak": {
    titleEn: "Child immunisation",
    topics: ["kesehatan"],
    description: "Imunisasi yang diterima anak menurut vaksinnya. Daftar dan rinciannya privat; jumlahnya terbuka.",
    descriptionEn: "Which vaccines children were given. List and items are private; the counts are open."
  },
  "dinkes/ibu-hamil": {
    titleEn: "Expectant mothers",
    topics: ["kesehatan"],
    description: "Ibu hamil yang dipantau puskesmas. Daftar dan rinciannya privat; jumlahnya terbuka.",
    descriptionEn: "Expectant mothers in the care of health centres. List and items are private; the counts are open."
  },
  "dinkes/penyakit-menular": {
    titleEn: "Infectious diseases",
    topics: ["kesehatan"],
    description: "Kasus demam berdarah, diare, dan ISPA, per bulan, per tahun, dan per kecamatan.",
    descriptionEn: "Cases of dengue, diarrhoea and respiratory infections, by month, year and district."
  },
  "disdik/sekolah": {
    titleEn: "Schools",
    topics: ["pendidikan"],
    description: "Alamat dan telepon sekolah dasar negeri dengan akreditasi, jumlah siswa, dan jumlah gurunya.",
    descriptionEn: "Address and telephone of public primary schools with accreditation and numbers of pupils and teachers."
  },
  "disdik/perpustakaan": {
    titleEn: "Libraries",
    topics: ["pendidikan"],
    description: "Perpustakaan umum dengan alamat, jam buka, dan jumlah bukunya.",
    descriptionEn: "Public libraries with address, opening hours and number of books."
  },
  "disdik/peserta-didik": {
    titleEn: "Pupils",
    topics: ["pendidikan"],
    description: "Siswa yang terdaftar di jenjang SD dan SMP. Daftar dan rinciannya privat; jumlahnya terbuka.",
    descriptionEn: "Pupils of primary and lower secondary schools. List and items are private; the counts are open."
  },
  "disdik/pendidik": {
    titleEn: "Teachers",
    topics: ["pendidikan"],
    description: "Guru yang mengajar di sekolah kota. Daftar dan rinciannya privat; jumlahnya terbuka.",
    descriptionEn: "Teachers of the city's schools. List and items are private; the counts are open."
  },
  "disdik/beasiswa": {
    titleEn: "Scholarships",
    topics: ["pendidikan", "sosial"],
    description: "Siswa penerima beasiswa dan nilai bantuannya. Daftar dan rinciannya privat; jumlahnya terbuka.",
    descriptionEn: "Who receives a scholarship and how much. List and items are private; the counts are open."
  },
  "disdik/angka-partisipasi": {
    titleEn: "Participation in education",
    topics: ["pendidikan"],
    description: "Persentase anak yang bersekolah di SD, SMP, dan SMA, per bulan, per tahun, dan per kecamatan.",
    descriptionEn: "Share of children in primary and secondary school, by month, year and district."
  },
  "dinsos/penerima-bansos": {
    titleEn: "Recipients of social aid",
    topics: ["sosial"],
    description: "Keluarga yang menerima bantuan sosial. Daftar dan rinciannya privat dan disamarkan; jumlahnya terbuka.",
    descriptionEn: "Families that receive social aid. List and items are private and masked; the counts are open."
  },
  "dinsos/penyandang-disabilitas": {
    titleEn: "People with disabilities",
    topics: ["sosial"],
    description: "Penyandang disabilitas netra, rungu, dan daksa yang didampingi. Daftar dan rinciannya privat; jumlahnya terbuka.",
    descriptionEn: "People with disabilities who are supported. List and items are private; the counts are open."
  },
  "dinsos/panti": {
    titleEn: "Care homes",
    topics: ["sosial"],
    description: "Panti sosial dengan alamat, daya tampung, dan jumlah penghuninya.",
    descriptionEn: "Social care homes with address, places and how many of them are taken."
  },
  "dinsos/bantuan": {
    titleEn: "Aid paid out",
    topics: ["sosial", "keuangan"],
    description: "Jumlah keluarga penerima dan nilai bantuan yang disalurkan, per bulan, per tahun, dan per kecamatan.",
    descriptionEn: "Families reached and money paid out, by month, year and district."
  },
  "diskop-ukm/pasar": {
    titleEn: "Markets",
    topics: ["ekonomi"],
    description: "Pasar rakyat dengan alamat, jumlah kios, dan hari pasarannya.",
    descriptionEn: "Public markets with address, number of stalls and market days."
  },
  "diskop-ukm/umkm": {
    titleEn: "Small businesses",
    topics: ["ekonomi"],
    description: "Usaha mikro dan kecil menurut bidangnya, dengan jumlah pekerja. Pemiliknya disamarkan.",
    descriptionEn: "Micro and small businesses by trade, with how many people work there. Their owners are masked."
  },
  "diskop-ukm/koperasi": {
    titleEn: "Cooperatives",
    topics: ["ekonomi"],
    description: "Koperasi menurut jenisnya, dengan jumlah anggota. Ketuanya disamarkan.",
    descriptionEn: "Cooperatives by kind, with their number of members. Who leads them is masked."
  },
  "diskop-ukm/harga-pangan": {
    titleEn: "Food prices",
    topics: ["ekonomi"],
    description: "Harga beras, cabai, dan telur per kilogram, per bulan, per tahun, dan per kecamatan.",
    descriptionEn: "Prices of rice, chili and eggs by the kilogram, by month, year and district."
  },
  "diskop-ukm/pinjaman-mikro": {
    titleEn: "Microloans",
    topics: ["ekonomi", "keuangan"],
    description: "Pinjaman bagi usaha mikro. Daftar dan rinciannya privat; jumlahnya terbuka.",
    descriptionEn: "Loans to micro businesses. List and items are private; the counts are open."
  },
  "dkp/komoditas": {
    titleEn: "Food stocks",
    topics: ["ekonomi"],
    description: "Stok bahan pangan pokok dalam ton dan berapa hari cukupnya.",
    descriptionEn: "Stocks of staple foods in tonnes and for how many days they last."
  },
  "dkp/tempat-pelelangan-ikan": {
    titleEn: "Fish auction halls",
    topics: ["ekonomi"],
    description: "Tempat pelelangan ikan dengan alamat dan jumlah kapal yang dilayani.",
    descriptionEn: "Fish auction halls with address and how many boats they serve."
  },
  "dkp/rumah-potong": {
    titleEn: "Slaughterhouses",
    topics: ["ekonomi"],
    description: "Rumah potong hewan dengan alamat dan kapasitas ekor per hari.",
    descriptionEn: "Slaughterhouses with address and how many animals a day they take."
  },
  "dkp/tangkapan": {
    titleEn: "Fish catch",
    topics: ["ekonomi"],
    description: "Hasil tangkapan bandeng, kakap, dan udang dalam ton, per bulan, per tahun, dan per kecamatan.",
    descriptionEn: "Tonnes of milkfish, snapper and shrimp caught, by month, year and district."
  }
}
