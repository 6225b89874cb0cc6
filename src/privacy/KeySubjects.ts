// dprint-ignore-file: columns of words.
/**
 * Words in key names that tell what a key is about: a person, a place, a thing, a count, a number that stands for a
 * thing. Data only; `KeyMeaning.ts` and those beside it read it.
 */

/** People: a plain `nama` inside `pegawai` is a person's, and `nama_pegawai` too. */
export const people: ReadonlySet<string> = new Set(
  ("panitia pegawai penduduk pemilik kontak pelapor pemohon warga pasien siswa siswi murid mahasiswa guru dosen dokter perawat bidan "
    + "karyawan petugas anggota ketua wakil sekretaris bendahara pengurus peserta narahubung pic orang ayah ibu bapak anak suami istri "
    + "isteri keluarga wali waris saksi korban tersangka terlapor pengadu pengguna pelanggan pejabat penerima relawan pelatih jemaah "
    + "jamaah pendaftar penghuni penyewa pembeli pengelola penyelenggara penanggung pengusaha pedagang nasabah lansia balita bayi "
    + "kepala lurah camat direktur pimpinan manajer pendamping pengawas operator pembina penulis kader pemegang pelanggar pengemudi "
    + "sopir supir pengendara atlet narasumber moderator pembicara pemateri instruktur pelamar kepsek kadis kades kadus kasun donatur "
    + "santri santriwati mahasiswi nelayan petani peternak penjual pengirim tamu pengantin mempelai calon almarhum almarhumah alm "
    + "jenazah mayit ortu orangtua ahli wp pj ketum bupati walikota gubernur presiden caleg kandidat konsumen klien debitur kreditur "
    + "pasangan cucu kakek nenek paman bibi kakak adik saudara saudari janda duda bumil tokoh seniman sastrawan budayawan penari "
    + "musisi artis aktor pengarang penyair ulama ustadz ustaz kyai kiai pendeta pastor imam khatib muadzin marbot personel personil "
    + "tentara hakim jaksa advokat pengacara notaris apoteker psikolog drg terapis paramedis responden informan surveyor pencacah "
    + "kurir ojek penumpang pelaku terdakwa terpidana napi narapidana tahanan kpm krt kepala koordinator inspektur komandan danramil "
    + "kapolsek rektor dekan tertanggung mertua menantu buyut juru pkl wasit juri pemuda pemudi arsitek mandor tukang dpjp dm ppk pptk "
    + "kuasa pewaris pemilih pengampu pembimbing penguji penasihat konselor cp individu contact contacts person persons people owner "
    + "owners employee employees staff resident residents citizen citizens patient patients student students teacher teachers doctor "
    + "doctors nurse user users customer customers applicant applicants member members officer officers participant participants parent "
    + "parents father mother child children spouse husband wife guardian reporter beneficiary beneficiaries holder subscriber tenant "
    + "victim witness suspect committee volunteer volunteers driver recipient sender author writer principal headmaster mayor governor "
    + "lecturer coach athlete artist lawyer judge nominee candidate deceased bride groom kid son daughter brother sister sibling "
    + "relative kin heir landlord buyer seller client consumer complainant informant respondent interviewee guest visitor passenger "
    + "payer payee donor physician midwife pharmacist supervisor manager director chairman chairperson chief secretary treasurer "
    + "coordinator leader head lead sponsor spokesperson offender perpetrator defendant plaintiff inmate prisoner worker farmer "
    + "fisherman creator assignee approver editor reviewer inspector agent caregiver carer household beneficial individual personal my "
    + "your his her mothers fathers").split(" ")
)

/** What has a name, an address or a telephone without being a person. */
export const places: ReadonlySet<string> = new Set(
  ("kota kabupaten kab kecamatan kec kelurahan kel desa provinsi prov negara wilayah daerah dinas instansi lembaga badan kantor opd "
    + "skpd unit bidang organisasi perusahaan usaha toko pasar taman fasilitas gedung ruang jalan kegiatan acara program proyek layanan "
    + "sekolah kampus universitas puskesmas klinik apotek rumahsakit rs faskes hotel restoran wisata museum masjid gereja pura terminal "
    + "halte stasiun bandara pelabuhan dataset file berkas produk barang aset pemerintah perangkat web website situs laman url uri "
    + "ip mac host server domain brand merek aplikasi app office agency company organization organisation institution department school "
    + "hospital clinic shop store venue event park street city district province country village region building facility service "
    + "project product item file dataset column table tag category kategori jenis darurat emergency hotline pengaduan center centre "
    + "sungai posyandu paket obat bank belanja anggaran apbd apbn kas pagu realisasi dana bumd bumn negara ramah akses aksesibilitas "
    + "toilet jalur parkir fasilitasi lokasi objek tempat kampung banjar rumdin minimum umk ump perkapita kapita pdrb nasional tanaman "
    + "hewan mayoritas outbreak requirement tax algorithm tercetak perekaman kepemilikan cakupan bunga cadang upt uptd satker panti "
    + "yayasan masyarakat publik resmi umum layanan callcenter hotline redaksi humas posko spbu pabrik gudang vendor supplier penyedia "
    + "cluster komplek perumahan makam situ tpu tps tpa polsek polres koramil pos kelompok komunitas sanggar koperasi bumdes "
    + "ukm umkm perpustakaan asrama pesantren ponpes pondok monumen cagar balai embung stan sentra kebun galeri tugu gor rusunawa rusun "
    + "site library theatre theater stadium arena temple cemetery warehouse factory port expenditure spending maksimum maksimal minimal "
    + "dominan terbanyak dev postcode housenumber atm stadion lapangan jembatan pompa ikm lpk pkbm cctv pju menara reklame shelter "
    + "rth ibadah satuan outlet merchant bengkel station stop business branch mosque church damkar ambulans igd ugd locality facilities "
    + "pendidikan urusan kementerian education air udara water sapi kerbau kambing domba kuda ayam ikan satwa ternak unggas cattle "
    + "animal pohon kapal ship gap pengarusutamaan national jangka stok stock pencatatan agregat").split(" ")
)

/** What has a name and is neither a place nor a person: `nama_penyakit`, `nama_buku`. */
export const things: ReadonlySet<string> = new Set(
  ("penyakit ruangan kamar meja rak buku judul majalah koran tanaman pohon hewan komoditas merk menu makanan minuman tender "
    + "pengadaan sistem bahasa agama jabatan pangkat golongan profesi pekerjaan jurusan prodi fakultas mapel pelajaran kelas kurikulum "
    + "ekskul lomba cabang cabor olahraga tim klub stadion lapangan waduk danau gunung pulau laut pantai das irigasi saluran jembatan "
    + "tol ruas trayek rute bus armada kapal kereta pesawat kendaraan kamera cctv sensor alat mesin tpst kawasan zona blok dusun "
    + "lingkungan gampong nagari distrik arsip dokumen surat izin perizinan sertifikat regulasi peraturan pajak retribusi tower menara "
    + "hutan sawah lahan tanah bangunan rusun rusunawa apartemen shelter bencana kejadian kasus indikator variabel kolom field "
    + "tabel tema topik sektor subsektor urusan subkegiatan satuan ukuran warna grup group team room class course subject book title "
    + "song film movie model branch disease drug medicine language country state island river lake mountain bridge stop line route "
    + "vehicle device sensor variable display screen key param layer folder path icon image font theme day month year bulan hari tahun "
    + "ibukota kopi warung kafe cafe depot kios lapak paguyuban partai ormas lsm media pt cv ud biro bagian seksi subbag sekretariat "
    + "kementerian direktorat tarif biaya sumber kolam pelabuhan rambu marka sk undang lagu tarian karya koleksi pameran pertunjukan "
    + "penghargaan juara piala bantuan bansos skema fraksi komisi dapil instrumen parameter pupuk bibit vaksin alkes diklat pelatihan "
    + "sertifikasi ujian function class method event task job step stage status role permission scheme schema server cluster node "
    + "container image volume queue policy rule kuliner agenda aksi ambulans apotik area asosiasi atraksi banjir bazar beasiswa benda "
    + "bengkel berita bimtek bozem budaya bundaran candi covid curug destinasi diskusi divisi drainase ekonomi elemen emiten fasum "
    + "festival fitur fokus forum gang gardu geosite gerai gugus habitat halaman hidran ibadah iklan industri infografis informasi "
    + "inovasi institusi jamu jaringan kabkot kanal kejuaraan keluaran keramba kesenian klaster komponen kompleks konten koridor "
    + "kriteria kursus laboratorium langgar laporan lintasan lisensi lorong mall maskapai mesjid misi modul motif musholla naskah "
    + "norma odtw outlet output padukuhan parpol paud paviliun pedestrian pelayanan pembangkit pemancar penerbangan penginapan perda "
    + "perguruan perkumpulan perlombaan permainan petilasan pintu pkbm plaza polder pompa portal poskamling potensi prasarana "
    + "presentasi prestasi promosi pustu rawa referensi regu resep resto ritel rumpun sarana sasaran seminar segmen simpang simpul soal "
    + "sosialisasi spesies studio survei tahapan teater telaga titik trotoar ttu uker unsur upacara varietas vihara villa visi wahana "
    + "wisma workshop penyulang burung satwa tradisi permukiman sumur keraton benteng mata warisan pangkalan depo ikm kube lpk blk "
    + "bpr dtw homestay travel salon poliklinik bangsal tindakan bahan tbm swk anggaran hibah place location road junction intersection "
    + "landmark attraction exhibit gallery cinema court pool beach trail garden zoo monument memorial statue shrine farm plantation "
    + "pier dock platform track tunnel gate square kiosk stall bureau division section club league tournament competition award "
    + "scholarship module lesson conference parade concert show series episode channel station network airline vessel ship train fleet "
    + "zone precinct block lot parcel plot estate complex apartment hall space hub laboratory pharmacy species plant tree animal bird "
    + "fish breed variety commodity version package bundle plan law regulation ordinance report survey study indicator metric measure "
    + "dimension type topic sector industry fund budget waterway canal reservoir gauge pump watershed basin catchment probe camera "
    + "gateway api endpoint resource feature map").split(" ")
)

/** A key of a count or a share, never of one person. */
export const counts: ReadonlySet<string> = new Set(
  ("jumlah jml jmlh total count banyak banyaknya persen persentase prosentase percentage percent pct rata rerata average avg rasio "
    + "ratio kepadatan statistik min max sum kuota target capaian indeks index rate prevalensi cakupan median coverage").split(" ")
)

/** Columns that count without saying so. */
export const countingPhrases: ReadonlySet<string> = new Set(["kasus", "meninggal", "sembuh", "dirawat", "jiwa", "frekuensi",
  "laki laki", "perempuan", "pria", "wanita", "lahir mati", "lahir hidup", "kelahiran", "kematian", "male", "female", "deaths", "cases",
  "population", "obs value", "n"])

/** A key about the form or the state of a field, not its value. */
export const aboutFields: ReadonlySet<string> = new Set(
  "verified verifikasi template regex format label placeholder hint required enabled aktif updated".split(" ")
)

/** A key of an identifier that is made up: shapes of passports and plates mean nothing in it. */
export const codes: ReadonlySet<string> = new Set(
  ("kode code id uuid guid sku ref referensi hash slug seri serial inventaris tiket ticket ruang ruangan kamar kursi blok loket "
    + "gerbang gate versi version model tipe type").split(" ")
)

/** A key of the number of a thing: what looks like a card, a telephone or a tax number in it is chance. */
export const references: ReadonlySet<string> = new Set(
  ("invoice inv faktur kuitansi kwitansi resi struk nota barcode qrcode ean upc isbn issn doi imei seri serial sn sku kontrak tender "
    + "rup paket transaksi transaction trx billing order pesanan pemesanan booking pnr ntpn ntb nib siup tdp oss kbli nop akta sk perda "
    + "registrasi registration register agenda surat dokumen document sertifikat certificate perkara putusan spm spp sp2d spj bukti "
    + "voucher kupon antrean antrian queue lambung hull rak trayek koridor panggil hash sha sha256 md5 etag checksum digest signature "
    + "uuid guid commit trace span tracking awb shipment pengiriman po do pib peb hs npsn nspn postal zip version build batch lot bets "
    + "crc urut dok jumlah jml jmlh total banyaknya count").split(" ")
)

/** A key of an amount, a moment or an inventory: no number in it stands for a person. */
export const amounts: ReadonlySet<string> = new Set(
  ("harga biaya tarif anggaran pagu belanja realisasi investasi modal omzet omset pendapatan penerimaan pengeluaran aset saldo "
    + "kas hps nominal denda rupiah idr usd price cost amount budget revenue expense volume luas populasi timestamp time waktu epoch ts "
    + "unix millis micros nanos created updated modified jam durasi duration elapsed perolehan latitude longitude lat lng lon koordinat "
    + "coordinate coordinates bbox geometry inventaris inventory barang asset assets isbn ean barcode imei").split(" ")
)
