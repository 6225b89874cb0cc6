/** What the demo city tells about the datasets of agencies of ground, air, water and roads. */
import type { DatasetTexts } from "../CityAgency.ts"

export const placesAbout: Readonly<Record<string, DatasetTexts>> = {
  "dishub/halte": {
    titleEn: "Bus stops",
    topics: ["transportasi"],
    description: "Lokasi halte bus dengan jalur yang dilayani dan apakah beratap.",
    descriptionEn: "Where bus stops are, which lines call there and whether they have a roof."
  },
  "dishub/trayek": {
    titleEn: "Public transport routes",
    topics: ["transportasi"],
    description: "Trayek angkutan umum dengan jumlah armada, tarif, dan operatornya.",
    descriptionEn: "Routes of public transport with their fleet, fare and operator."
  },
  "dishub/parkir": {
    titleEn: "Car parks",
    topics: ["transportasi"],
    description: "Tempat parkir umum dengan alamat serta kapasitas mobil dan motor.",
    descriptionEn: "Public car parks with address and room for cars and motorcycles."
  },
  "dishub/lalu-lintas": {
    titleEn: "Traffic",
    topics: ["transportasi"],
    description: "Kecepatan kendaraan di ruas utama saat ini, volume persimpangan, dan kecelakaan per kecamatan.",
    descriptionEn: "Speed on main roads right now, traffic through junctions, and accidents by district."
  },
  "dishub/uji-kendaraan": {
    titleEn: "Vehicle inspections",
    topics: ["transportasi"],
    description: "Hasil uji berkala kendaraan bermotor. Daftar dan rinciannya privat; jumlahnya terbuka.",
    descriptionEn: "Results of periodic vehicle inspections. List and items are private; the counts are open."
  },
  "dlh/kualitas-udara": {
    titleEn: "Air quality",
    topics: ["lingkungan", "kesehatan"],
    description: "PM2,5, PM10, dan indeks standar pencemar udara (ISPU) dari stasiun pemantau, terkini dan rata-rata bulanan.",
    descriptionEn: "PM2.5, PM10 and the air pollution index of monitoring stations, now and by month."
  },
  "dlh/kualitas-air": {
    titleEn: "River water quality",
    topics: ["lingkungan"],
    description: "Derajat keasaman dan oksigen terlarut dari sampel air sungai.",
    descriptionEn: "Acidity and dissolved oxygen of samples taken from rivers."
  },
  "dlh/bank-sampah": {
    titleEn: "Waste banks",
    topics: ["lingkungan"],
    description: "Bank sampah tempat warga menabung sampah daur ulang, dengan alamat dan jumlah nasabah.",
    descriptionEn: "Where residents bring what can be recycled, with address and number of members."
  },
  "dlh/ruang-hijau": {
    titleEn: "Parks",
    topics: ["lingkungan", "tata-ruang"],
    description: "Taman dan ruang terbuka hijau dengan luas serta fasilitasnya.",
    descriptionEn: "Parks and green spaces with their size and what there is for visitors."
  },
  "dlh/sampah": {
    titleEn: "Waste",
    topics: ["lingkungan"],
    description: "Berat timbulan sampah dan persentase yang didaur ulang, per bulan, per tahun, dan per kecamatan.",
    descriptionEn: "Tonnes of waste and the share that is recycled, by month, year and district."
  },
  "dlh/izin-lingkungan": {
    titleEn: "Environmental permits",
    topics: ["lingkungan"],
    description: "Dokumen Amdal, UKL-UPL, dan SPPL yang terbit bagi badan usaha.",
    descriptionEn: "Environmental assessments and permits that companies were given."
  },
  "dpupr/jalan": {
    titleEn: "Roads",
    topics: ["transportasi", "tata-ruang"],
    description: "Ruas jalan kota dengan panjang dan kondisinya.",
    descriptionEn: "City roads with their length and condition."
  },
  "dpupr/jembatan": {
    titleEn: "Bridges",
    topics: ["transportasi"],
    description: "Jembatan di kota dengan bentang dan tahun dibangunnya.",
    descriptionEn: "Bridges with their span and year of construction."
  },
  "dpupr/drainase": {
    titleEn: "Drainage",
    topics: ["tata-ruang", "lingkungan"],
    description: "Saluran drainase primer, sekunder, dan tersier dengan panjangnya.",
    descriptionEn: "Primary, secondary and tertiary drains with their length."
  },
  "dpupr/pompa-air": {
    titleEn: "Pumping stations",
    topics: ["keamanan", "tata-ruang"],
    description: "Rumah pompa pengendali genangan dengan kapasitas dan kesiagaannya.",
    descriptionEn: "Stations that pump water out of low ground, with their capacity and readiness."
  },
  "dpupr/izin-bangunan": {
    titleEn: "Building permits",
    topics: ["tata-ruang"],
    description: "Persetujuan bangunan gedung menurut fungsi dan luasnya. Daftar dan rinciannya privat; jumlahnya terbuka.",
    descriptionEn: "Approved buildings by use and size. List and items are private; the counts are open."
  },
  "dispar/destinasi": {
    titleEn: "Sights",
    topics: ["ekonomi"],
    description: "Tempat wisata alam, budaya, kuliner, dan sejarah dengan harga tiketnya.",
    descriptionEn: "Sights of nature, culture, food and history with the price of a ticket."
  },
  "dispar/hotel": {
    titleEn: "Hotels",
    topics: ["ekonomi"],
    description: "Hotel di kota dengan bintang dan jumlah kamar.",
    descriptionEn: "Hotels with their stars and number of rooms."
  },
  "dispar/kuliner": {
    titleEn: "Places to eat",
    topics: ["ekonomi"],
    description: "Warung dan tempat makan dengan menu andalannya.",
    descriptionEn: "Places to eat with what they are known for."
  },
  "dispar/kunjungan": {
    titleEn: "Visitors",
    topics: ["ekonomi"],
    description: "Jumlah wisatawan nusantara dan mancanegara, per bulan, per tahun, dan per kecamatan.",
    descriptionEn: "Numbers of domestic and foreign visitors, by month, year and district."
  },
  "dispar/pemandu-wisata": {
    titleEn: "Tour guides",
    topics: ["ekonomi"],
    description: "Pemandu wisata berlisensi menurut bahasanya. Daftar dan rinciannya privat; jumlahnya terbuka.",
    descriptionEn: "Licensed guides by language. List and items are private; the counts are open."
  },
  "disperkim/rusun": {
    titleEn: "Public flats",
    topics: ["tata-ruang", "sosial"],
    description: "Rumah susun milik kota dengan jumlah unit dan unit yang kosong.",
    descriptionEn: "Blocks of flats that the city lets, with how many flats there are and are free."
  },
  "disperkim/penghuni-rusun": {
    titleEn: "Tenants of public flats",
    topics: ["sosial"],
    description: "Penyewa unit rumah susun milik kota. Daftar dan rinciannya privat; jumlahnya terbuka.",
    descriptionEn: "Who rents a flat of the city. List and items are private; the counts are open."
  },
  "disperkim/makam": {
    titleEn: "Cemeteries",
    topics: ["tata-ruang"],
    description: "Tempat pemakaman umum dengan luas dan petak yang masih kosong.",
    descriptionEn: "Public cemeteries with their size and plots that are free."
  },
  "disperkim/rumah-layak": {
    titleEn: "Decent housing",
    topics: ["sosial", "tata-ruang"],
    description: "Jumlah rumah yang diperbaiki dan anggarannya, per bulan, per tahun, dan per kecamatan.",
    descriptionEn: "Homes repaired and what that cost, by month, year and district."
  },
  "bpbd/kejadian": {
    titleEn: "Disasters",
    topics: ["keamanan"],
    description: "Banjir, angin kencang, kebakaran, dan tanah longsor: waktu, kecamatan, dan jumlah orang terdampak.",
    descriptionEn: "Floods, storms, fires and landslides: when, in which district, and how many people were affected."
  },
  "bpbd/posko": {
    titleEn: "Emergency posts",
    topics: ["keamanan"],
    description: "Posko siaga bencana dengan alamat, telepon, dan daya tampung.",
    descriptionEn: "Emergency posts with address, telephone and how many people they can take in."
  },
  "bpbd/peringatan": {
    titleEn: "Early warnings",
    topics: ["keamanan"],
    description: "Peringatan hujan lebat, pasang tinggi, dan angin kencang menurut tingkatnya.",
    descriptionEn: "Warnings of heavy rain, high tides and storms by level."
  },
  "bpbd/korban": {
    titleEn: "People hit by disasters",
    topics: ["keamanan", "sosial"],
    description: "Orang yang terdampak bencana dan kebutuhannya. Daftar dan rinciannya privat; jumlahnya terbuka.",
    descriptionEn: "Who was hit by a disaster and needs what. List and items are private; the counts are open."
  },
  "bpbd/tinggi-muka-air": {
    titleEn: "Water levels",
    topics: ["keamanan", "lingkungan"],
    description: "Tinggi muka air di pos duga dan status siaganya, saat ini.",
    descriptionEn: "Water level at each gauge and its alert level, right now."
  }
}
