// dprint-ignore-file: columns of words.
/** How words of keys are spelt, and what several say together. Data only; `KeyWords.ts` reads it. */
import { mapOf, wordsIn } from "./WordSet.ts"

/** Other spellings and abbreviations: SIAK, Dapodik, SIMRS, DTKS, SIMPEG, SISMIOP and those that everybody makes. */
export const spellings: ReadonlyMap<string, string> = mapOf(`
  jeneng=nama asma=nama ngaran=nama jenengan=nama namo=nama nyama=nama wasta=nama goar=nama penuh=lengkap lair=lahir lahia=lahir
  embas=lahir tarikh=tanggal titimangsa=tanggal titimongso=tanggal panggonan=tempat tampek=tempat genah=tempat omah=rumah omahe=rumah
  imah=rumah umah=rumah cicing=tinggal padumukan=domisili dununge=alamat ngenggon=tinggal bojo=pasangan garwa=pasangan salaki=suami
  pamajikan=istri simbok=ibu indung=ibu biyung=ibu bapa=ayah bapake=ayah ibune=ibu budak_leutik=anak gaweyan=pekerjaan
  pagawean=pekerjaan karajo=pekerjaan jinis=jenis jantina=kelamin jantan_betina=kelamin perkahwinan=kawin kahwin=kawin ugama=agama
  telefon_bimbit=hp bimbit=hp poskod=kodepos kecacatan=disabilitas kasakit=penyakit lara=penyakit panyakit=penyakit panyakik=penyakit
  nyeri=keluhan cathetan=catatan dukuh=dusun lembur=kampung kacamatan=kecamatan lelaki=laki lanang=laki wadon=perempuan
  lalaki=laki awewe=perempuan pesakit=pasien ds=kelurahan dsn=dusun perorangan=orang perseorangan=orang
  wedal=lahir gbdat=@lahir parge=kelamin namev=firstname stras=jalan telf=telepon plg=pelanggan plgn=pelanggan smb=sambungan
  samb=sambungan ptgs=petugas jangkung=tinggi timbangan=berat kaayaan=kondisi hukdis=hukuman nom=nominal thp=tahap cam=kamera hape=hp
  jalu=laki bikang=perempuan budak=anak murangkalih=anak pakaryan=pekerjaan sakit=sakit
  warganagara=kewarganegaraan kad=kartu pengenalan=identitas
  jwb=jawab jawap=jawab katagori=kategori tggllhr=@lahir umr=umur
  nm=nama nma=nama names=nama name=nama nam=nama lgkp=lengkap lkp=lengkap lngkp=lengkap full=lengkap
  no=nomor nomer=nomor nmr=nomor num=nomor number=nomor nbr=nomor numb=nomor noreg=registrasi nourut=urut
  tgl=tanggal tggl=tanggal date=tanggal dt=tanggal tg=tanggal tanggalan=tanggal thn=tahun th=tahun year=tahun bln=bulan month=bulan
  nokartukeluarga=kk mothers=ibu bornon=@lahir
  lhr=lahir birth=lahir born=lahir kelahiran=lahir dilahirkan=lahir
  tmpt=tempat tmp=tempat tempt=tempat tpt=tempat tmpat=tempat place=tempat
  almt=alamat almat=alamat alm_=alamat address=alamat addr=alamat alamatnya=alamat jln=jalan jl=jalan street=jalan
  jns=jenis jens=jenis type=jenis tipe=jenis kind=jenis klmin=kelamin klm=kelamin klamin=kelamin gender=kelamin sex=kelamin jk=kelamin
  jenkel=kelamin
  jnskel=kelamin lp=kelamin sexual=kelamin
  tlp=telepon telp=telepon telpon=telepon tlpn=telepon telefon=telepon telephone=telepon tel=telepon phone=telepon fon=telepon hp=hp
  handphone=hp
  ponsel=hp mobile=hp cell=hp cellphone=hp cellular=hp seluler=hp selular=hp whatsapp=wa nohp=hp nowa=wa notelp=telepon
  fax=fax faks=fax faksimile=fax mail=email surel=email gmail=email e-mail=email emails=email phones=telepon contacts=kontak
  contact=kontak
  stat=status sts=status stts=status sta=status state=status kd=kode code=kode kodefikasi=kode cd=kode
  gol=golongan drh=darah blood=darah goldar=goldarah goldrh=goldarah kwn=kawin nikah=kawin menikah=kawin perkawinan=kawin pernikahan=kawin
  marital=kawin married=kawin marriage=kawin wedding=kawin cerai=kawin perceraian=kawin
  agm=agama religion=agama religious=agama kepercayaan=agama keyakinan=agama faith=agama belief=agama
  pddk=pendidikan pend=pendidikan pdd=pendidikan education=pendidikan pkrjn=pekerjaan pekrjaan=pekerjaan krj=pekerjaan kerja=pekerjaan
  occupation=pekerjaan job=pekerjaan profession=pekerjaan
  profesi=pekerjaan employment=pekerjaan
  prov=provinsi propinsi=provinsi prop=provinsi province=provinsi kab=kabupaten regency=kabupaten kabkota=kabupaten kabko=kabupaten
  kec=kecamatan district=kecamatan distrik=kecamatan subdistrict=kecamatan
  kel=kelurahan village=kelurahan desa=kelurahan nagari=kelurahan gampong=kelurahan keldesa=kelurahan city=kota country=negara
  region=wilayah
  rek=rekening rekg=rekening acc=rekening account=akun acct=rekening norek=rekening iban=rekening
  pass=paspor pasport=paspor passpor=paspor passport=paspor ektp=ktp nokk=kk nkk=kk noktp=ktp nonik=nik
  klrg=keluarga kelurga=keluarga family=keluarga kpl=kepala kep=kepala kplkel=kepala_keluarga kepkel=kepala_keluarga head=kepala
  chief=kepala
  father=ayah bapak=ayah bpk=ayah dad=ayah mother=ibu mom=ibu mum=ibu mama=ibu papa=ayah husband=suami wife=istri isteri=istri
  spouse=pasangan
  child=anak children=anak kid=anak kids=anak son=anak daughter=anak baby=bayi infant=bayi parent=ortu parents=ortu orangtua=ortu
  guardian=wali
  patient=pasien patients=pasien px=pasien student=siswa students=siswa pupil=siswa murid=siswa siswi=siswa santri=siswa
  mahasiswi=mahasiswa pd=peserta_didik
  teacher=guru teachers=guru doctor=dokter dr=dokter dokter=dokter physician=dokter practitioner=dokter nurse=perawat midwife=bidan
  employee=pegawai employees=pegawai staff=pegawai
  staf=pegawai karyawan=pegawai peg=pegawai asn=pegawai pns=pegawai ptk=pegawai gtk=pegawai worker=pegawai workers=pegawai
  personel=pegawai personil=pegawai
  owner=pemilik owners=pemilik applicant=pemohon applicants=pemohon requester=pemohon pmhn=pemohon reporter=pelapor complainant=pelapor
  informant=pelapor author=penulis authors=penulis
  user=pengguna users=pengguna customer=pelanggan customers=pelanggan client=klien clients=klien member=anggota members=anggota
  participant=peserta participants=peserta
  beneficiary=penerima beneficiaries=penerima recipient=penerima receiver=penerima pener=penerima penrima=penerima penrm=penerima
  kpm=penerima holder=pemegang tenant=penyewa
  victim=korban witness=saksi suspect=tersangka defendant=terdakwa plaintiff=penggugat resident=penduduk residents=penduduk
  citizen=warga citizens=warga person=orang persons=orang people=orang individual=orang individu=orang
  officer=petugas officers=petugas operator=operator driver=pengemudi supir=pengemudi sopir=pengemudi pengendara=pengemudi
  sender=pengirim visitor=pengunjung guest=tamu guests=tamu
  taxpayer=wp debtor=debitur creditor=kreditur heir=ahli_waris heirs=ahli_waris respondent=responden lecturer=dosen principal=kepsek
  headmaster=kepsek
  disease=penyakit illness=penyakit diagnosis=diagnosa diagnoses=diagnosa diagnose=diagnosa diag=diagnosa dx=diagnosa allergy=alergi
  allergies=alergi disability=disabilitas disabilities=disabilitas difabel=disabilitas
  cacat=disabilitas pregnancy=kehamilan pregnant=kehamilan hamil=kehamilan bumil=kehamilan weight=berat height=tinggi symptom=gejala
  symptoms=gejala complaint=keluhan complaints=keluhan medicine=obat medication=obat
  medications=obat drug=obat prescription=resep prescriptions=resep vaccine=vaksin vaccination=vaksin vaksinasi=vaksin
  immunization=imunisasi imun=imunisasi treatment=terapi procedure=tindakan surgery=operasi
  health=kesehatan medical=medis rekmed=rekam_medis
  salary=gaji wage=gaji wages=gaji upah=gaji income=penghasilan earnings=penghasilan pghsln=penghasilan phsl=penghasilan hutang=utang
  debt=utang debts=utang loan=pinjaman loans=pinjaman savings=tabungan balance=saldo
  honorarium=honor arrears=tunggakan pengeluaran=pengeluaran
  nationality=kewarganegaraan citizenship=kewarganegaraan kebangsaan=kewarganegaraan warganegara=kewarganegaraan wn=kewarganegaraan
  wni=kewarganegaraan wna=kewarganegaraan ethnicity=suku ethnic=suku etnis=suku
  etnik=suku tribe=suku race=ras kwrgn=kewarganegaraan kwngrn=kewarganegaraan
  latitude=lat lintang=lat longitude=lng lon=lng long=lng bujur=lng coord=koordinat coordinate=koordinat coordinates=koordinat
  coords=koordinat koord=koordinat geom=geometry geo=geometry position=posisi location=lokasi
  latlng=koordinat latlong=koordinat longlat=koordinat gps=koordinat geotag=koordinat titik=titik
  photo=foto photos=foto picture=foto selfie=swafoto avatar=foto fingerprint=sidik_jari fingerprints=sidik_jari ttd=tanda_tangan
  signature=tanda_tangan face=wajah facial=wajah biometrics=biometrik biometric=biometrik
  dna=genetik genetic=genetik genetics=genetik genome=genetik genom=genetik genotype=genetik genotipe=genetik
  passwd=password pwd=password sandi=password passphrase=password katasandi=password pin=pin otp=otp apikey=apikey credential=secret
  credentials=secret
  username=username login=username userid=username uname=username
  school=sekolah schools=sekolah hospital=rs rumahsakit=rs rsud=rs clinic=klinik pkm=puskesmas posy=posyandu fasyankes=faskes
  fasilitas=fasilitas facility=faskes provider=faskes
  office=kantor agency=instansi institution=lembaga organization=organisasi organisation=organisasi organizations=organisasi
  company=perusahaan corporation=perusahaan business=usaha department=dinas dept=dinas opd=dinas skpd=dinas
  unor=unit uker=unit satker=unit branch=cabang shop=toko store=toko station=stasiun mosque=masjid church=gereja
  ket=keterangan desc=deskripsi description=deskripsi note=catatan notes=catatan remark=catatan remarks=catatan comment=komentar
  comments=komentar
  jml=jumlah jmlh=jumlah jlh=jumlah count=jumlah total=jumlah banyak=jumlah banyaknya=jumlah sum=jumlah tot=jumlah qty=jumlah
  quantity=jumlah
  persen=persen persentase=persen prosentase=persen percentage=persen percent=persen pct=persen rata=rerata average=rerata avg=rerata
  mean=rerata ratio=rasio rate=rasio
  age=umur usia=umur
  hub=hubungan relationship=hubungan relation=hubungan hbkel=hubungan_keluarga shdk=hubungan_keluarga hubkel=hubungan_keluarga
  hubungankeluarga=hubungan_keluarga shdrt=hubungan_keluarga hubkrt=hubungan_keluarga hubrt=hubungan_keluarga
  art=anggota krt=krt ruta=rumah_tangga household=rumah_tangga householdhead=krt
  lgl=resmi mthr=ibu ftr=ayah nip=nip rkm=rekam mdis=medis rm=rekam_medis mr=rekam_medis mrn=rekam_medis norm=rekam_medis
  bb=berat tb=tinggi td=tensi lk=lingkar bblr=berat zs=zscore
  penj=penanggung_jawab pj=penanggung_jawab pjawab=penanggung_jawab pic=narahubung cp=narahubung
  org=organisasi instansi=instansi perush=perusahaan prsh=perusahaan
  created=dibuat updated=diubah modified=diubah changed=diubah submitted=diajukan approved=disetujui verified=diverifikasi
  signed=ditandatangani reported=dilaporkan assigned=ditugaskan
  oleh=oleh by=oleh at=pada on=pada
  home=rumah house=rumah residence=domisili residential=domisili domicile=domisili tinggal=tinggal
  kata=kata id=id ids=id uid=id
  zip=kodepos postal=kodepos postcode=kodepos kodepos=kodepos
  history=riwayat op=objekpajak forename=fullname ssn=bpjs comorbidities=komorbid comorbidity=komorbid thumbprint=sidik_jari police=police
  pelayanan=layanan create=dibuat creator=pembuat committer=petugas requester=pemohon_petugas assign=petugas assigned_to=petugas
  ref=reference noref=reference timezone=tz tz=tz partner=pelanggan complete=lengkap glr=gelar tunj=tunjangan golruang=golru
  kls=kelas jab=jabatan graderaw=skor gradeformatted=skor percentageformatted=skor dpn=depan blk=belakang
  geolocation=koordinat kav=kav kavling=kav
  access=akses keys=key zone=zona medsos=sosmed actor=pengguna contract=kontrak fine=denda fines=denda colour=warna color=warna
  category=kategori room=ruang floor=lantai purpose=keperluan seq=urut sequence=urut price=harga cost=biaya fee=biaya
  fees=biaya amount=nominal due=tunggakan bill=tagihan bills=tagihan payment=pembayaran payments=pembayaran paid=dibayar
  installment=angsuran collectibility=kolektibilitas principal_amount=pokok wealth=kekayaan
  akte=akta shop=toko
  sambungan=sambungan meteran=meter andil=persen stan=stand idpel=nopelanggan nosal=nopelanggan nopel=nopelanggan namapel=pelanggan
  nosambungan=nopelanggan nolangganan=nopelanggan
  mother_maiden=ibu employer=perusahaan
  membership=anggota staffname=nama relative=kerabat sibling=saudara brother=saudara sister=saudara seller=penjual
  buyer=pembeli lessee=penyewa lessor=pemilik landlord=pemilik borrower=peminjam lender=pemilik
  inmate=narapidana prisoner=narapidana convict=terpidana accused=terdakwa caregiver=pengasuh dependent=tanggungan deceased=almarhum
  passenger=penumpang rider=pengemudi farmer=petani fisherman=nelayan candidate=calon
  voter=pemilih trainee=peserta attendee=peserta attendees=peserta subscriber=pelanggan subscribers=pelanggan donor=donatur
  donors=donatur payer=pembayar payee=penerima insured=tertanggung policyholder=tertanggung
  alumni=siswa alumnus=siswa mhs=mahasiswa sw=siswa pgw=pegawai krywn=pegawai anggt=anggota pmohon=pemohon pmlk=pemilik pemlk=pemilik
  plpr=pelapor psn=pasien pnrm=penerima pnd=penduduk wrg=warga klg=keluarga
  grup=kelompok class=kelas grade=kelas semester=semester subject_name=mapel major=jurusan kejuruan=jurusan study=prodi score=nilai
  scores=nilai
  mark=nilai rank=peringkat criminal=pidana crime=kejahatan conviction=vonis convictions=vonis sentence=vonis offense=pelanggaran
  offence=pelanggaran verdict=putusan court=pengadilan judge=hakim lawyer=pengacara prosecutor=jaksa condition=kondisi sent=dikirim
  display=nama hash=hash vehicle=kendaraan kend=kendaraan kendr=kendaraan ranmor=kendaraan plate=plat plates=plat
  cert=sertifikat certificate=sertifikat license=izin licence=izin permit=izin
`)

/** What two or more words say together, as one word. Longest first wins. */
export const pairs: ReadonlyMap<string, string> = mapOf(`
  nomor.str=strb rencana.hasil.pekerjaan=rencana_kerja tempat.kematian=sebabmati dari.nama=pengirim
  kode.porsi=noanggota nomor.porsi=noanggota nomor.ak=noanggota almarhum.boolean=sebabmati
  nomor.kelamin=nolaporan nomor.lp=nolaporan last.username=lastaccess terakhir.username=lastaccess
  tanggal.lahir=@lahir lahir.tanggal=@lahir hari.lahir=@lahir bulan.lahir=@lahir tahun.lahir=@lahir waktu.lahir=@lahir jam.lahir=@lahir
  lahir.pada=@lahir lahir.day=@lahir
  tanggal.lahir=@lahir tahun.lahir=@lahir tempat.tanggal.lahir=@lahir lahir.tahun=@lahir lahir.bulan=@lahir
  tempat.lahir=@tempatlahir kota.lahir=@tempatlahir kabupaten.lahir=@tempatlahir lokasi.lahir=@tempatlahir tempat.lahir=@tempatlahir
  lahir.tempat=@tempatlahir lahir.kota=@tempatlahir
  kota.lahir=@tempatlahir tempat.asal=@tempatlahir
  jenis.kelamin=kelamin status.kawin=kawin status.hubungan=hubungan jenis.kel=kelamin jenis.klm=kelamin jenis.kelurahan=kelamin
  golongan.darah=goldarah darah.jenis=goldarah darah.group=goldarah gol.dar=goldarah golongan.dar=goldarah tekanan.darah=tensi
  darah.pressure=tensi gula.darah=gula
  kartu.keluarga=kk nomor.kk=kk keluarga.card=kk keluarga.register=kk household.card=kk keluarga.id.card=kk
  kepala.keluarga=krt kepala.rumah.tangga=krt kepala.rumah_tangga=krt kepala.kelurahan=lurah kepala.household=krt
  nomor.induk.kependudukan=nik induk.kependudukan=nik nomor.identitas=nik identitas.nomor=nik identity.nomor=nik national.id=nik
  national.identity=nik national.identification=nik identity.card=nik id.card=nik id.nomor=nik
  warga.id=nik penduduk.id=nik id.penduduk=nik id.warga=nik civil.id=nik personal.identity=nik identity.id=nik nomor.identity=nik
  id.ktp=nik kartu.identitas=nik warga.nomor=nik
  nomor.induk.pegawai=nip nomor.induk.siswa=nis nomor.induk.mahasiswa=nim nomor.induk=nis induk.siswa=nis induk.pegawai=nip
  nomor.pokok.wajib.pajak=npwp pokok.wajib.pajak=npwp tax.id=npwp tax.nomor=npwp wp.id=npwp wp.nomor=npwp wp.identification=npwp
  tax.identification=npwp tin.nomor=npwp vat.nomor=npwp
  wajib.pajak=wp subjek.pajak=wp objek.pajak=objekpajak wajib.retribusi=wp
  social.security=bpjs ssn=bpjs kesehatan.insurance.nomor=bpjs insurance.nomor=bpjs insurance.anggota.nomor=bpjs nomor.peserta=nopeserta
  nomor.kartu=nokartu kartu.peserta=nokartu
  izin.plat=nopol plat.nomor=nopol nomor.plat=nopol nomor.polisi=nopol nopol=nopol no.pol=nopol nomor.pol=nopol nomor.kendaraan=nopol
  kendaraan.nomor=nopol plat.polisi=nopol kendaraan.plat=nopol kendaraan.registration=nopol registration.plat=nopol plat.kendaraan=nopol
  plat.motor=nopol plat.mobil=nopol nomor.rangka=rangka nomor.mesin=rangka chassis.nomor=rangka engine.nomor=rangka car.plat=nopol
  nomor.registrasi.kendaraan=nopol nomor.tnkb=nopol nomor.stnk=nopol nomor.bpkb=nopol
  nomor.rekening=rekening rekening.nomor=rekening akun.nomor=rekening bank.akun=rekening bank.rekening=rekening rekening.bank=rekening
  nomor.va=rekening va.nomor=rekening virtual.akun=rekening nomor.akun.bank=rekening akun.bank=rekening
  kartu.kredit=kartubank kartu.debit=kartubank kartu.debet=kartubank kartu.atm=kartubank credit.card=kartubank debit.card=kartubank
  card.nomor=kartubank payment.card=kartubank kartu.keluarga.sejahtera=kartubank pan.nomor=kartubank nomor.kks=kartubank
  kartu.kks=kartubank
  atas.nama=@atasnama a.n.rekening=@atasnama tempat.cicing=domisili
  wp.badan=perusahaan nomor.samb=nopelanggan nomor.meteran=nopelanggan api.token=apikey auth.token=apikey bearer.token=apikey
  akses.token=apikey nomor.visa=kitas visa.nomor=kitas nomor.rm=rekam_medis
  hasil.bulan=penghasilan hasil.bulanan=penghasilan negara.asal=kewarganegaraan
  mata.uang=currency
  laki.perempuan=kelamin taraf.kawin=kawin kartu.pengenalan=nik nomor.kartu.pengenalan=nik nomor.kartu.identitas=nik
  luas.bumi=luastanah luas.tanah=luastanah luas.bangunan=luasbangunan luas.bng=luasbangunan backup.kode=secret recovery.kode=secret
  backup.codes=secret mfa.kode=otp efek.samping=gejala adverse.event=gejala side.effect=gejala
  responsible.orang=penanggung_jawab penanggung.jawab=penanggung_jawab p.jawab=penanggung_jawab
  orang.in.charge=penanggung_jawab
  orang.tua=ortu ahli.waris=ahli_waris next.kin=ahli_waris wali.kota=walikota kontak.orang=narahubung kontak.darurat=kontak_darurat
  emergency.kontak=kontak_darurat peserta.didik=siswa
  ibu.kota=ibukota ibu.pertiwi=ibukota anak.perusahaan=perusahaan anak.sungai=sungai anak.usaha=usaha rumah.sakit=rs
  rumah.makan=restoran rumah.ibadah=masjid rumah.susun=rusun rumah.dinas=kantor rumah.singgah=panti rumah.potong=pasar
  rekam.medis=rekam_medis rekam.medik=rekam_medis medis.record=rekam_medis medis.record.nomor=rekam_medis nomor.rekam_medis=rekam_medis
  nomor.rm=rekam_medis
  sidik.jari=sidik_jari finger.print=sidik_jari tanda.tangan=tanda_tangan voice.print=biometrik palm.print=biometrik
  rekaman.suara=biometrik iris.scan=biometrik iris.mata=biometrik kata.sandi=password private.key=secret api.key=apikey
  secret.key=secret
  reset.key=secret security.answer=secret refresh.token=apikey
  warga.negara=kewarganegaraan status.kewarganegaraan=kewarganegaraan suku.bangsa=suku suku.cadang=barang
  kebutuhan.khusus=disabilitas berkebutuhan.khusus=disabilitas gangguan.jiwa=disabilitas
  tempat.tinggal=domisili surat.elektronik=email pos.el=email alamat.email=email email.alamat=email alamat.surel=email
  alamat.web=website alamat.situs=website alamat.website=website alamat.ip=ip ip.alamat=ip mac.alamat=mac alamat.mac=mac dev.alamat=mac
  surat.izin.mengemudi=sim nomor.sim=sim driver.izin=sim drivers.izin=sim driving.izin=sim pengemudi.izin=sim drivers.license=sim
  kepala.sekolah=kepsek sekolah.kepala=kepsek kepala.dinas=kadis kepala.desa=kades kepala.seksi=kasi kepala.bidang=kabid
  kepala.dusun=kadus
  lokasi.pekerjaan=unit jam.kerja=jadwal jam.buka=jadwal unit.pekerjaan=unit unit.kerja=unit tempat.kerja=perusahaan
  tempat.pekerjaan=perusahaan
  tenaga.pekerjaan=tenagakerja tenaga.kerja=tenagakerja
  tahun.ajaran=tahun hasil.lab=hasil_lab hasil.laboratorium=hasil_lab lab.hasil=hasil_lab lab.result=hasil_lab lab.results=hasil_lab
  test.result=hasil_lab hasil.tes=hasil_lab hasil.pemeriksaan=hasil_lab hasil.swab=hasil_lab hasil.pcr=hasil_lab hasil.rapid=hasil_lab
  hasil.skrining=hasil_lab
  cause.death=sebabmati penyebab.kematian=sebabmati sebab.kematian=sebabmati penyebab.meninggal=sebabmati sebab.mati=sebabmati
  take.rumah.pay=gaji credit.score=skorkredit credit.nilai=skorkredit kredit.nilai=skorkredit skor.kredit=skorkredit
  skor.kredit=skorkredit net.worth=kekayaan bank.statement=saldo
  catatan.kriminal=kriminal catatan.polisi=kriminal catatan.kepolisian=kriminal catatan.hukum=kriminal riwayat.hukum=kriminal
  status.hukum=kriminal criminal.record=kriminal
  anak.ke=anakke anak.keberapa=anakke lahir.ke=anakke kelahiran.ke=anakke
  kontak.nomor=telepon nomor.kontak=telepon kode.telepon=kodearea telepon.kode=kodearea kode.area=kodearea
  kode.pos=kodepos call.center=callcenter pusat.panggilan=callcenter alamat.line=alamat
  sekolah.asal=sekolah asal.sekolah=sekolah foto.kegiatan=gambar foto.bangunan=gambar foto.lokasi=gambar foto.kejadian=gambar
  foto.kondisi=gambar foto.usaha=gambar foto.produk=gambar
  status.data=status nama.pengguna=username pengguna.nama=username user.name=username login.nama=username nama.nama=@tampilan
  nama.tampilan=@tampilan short.nama=@namabenda long.nama=@namabenda alt.nama=@namabenda common.nama=@namabenda official.nama=@namabenda
  data.anak=dataanak nomorinduk.siswa.nasional=nisn
  nama.lain=@namabenda nama.resmi=@namabenda nama.singkat=@namabenda nama.en=@namabenda nama.id=@namabenda nama.ilmiah=@namabenda
  nama.latin=@namabenda nama.lokal=@namabenda nama.umum=@namabenda nama.dagang=usaha scientific.nama=@namabenda
  surat.kabar=koran kantor.urusan=kantor sekolah.agama=sekolah laki.laki=laki badan.usaha=usaha badan.hukum=perusahaan cagar.budaya=wisata
  tanggal.meninggal=@lahir tanggal.kematian=@lahir tanggal.wafat=@lahir waktu.kematian=@lahir
  nomor.akta=akta kutipan.akta=akta akta.lahir=akta akta.kelahiran=akta akta.nomor=akta
  nomor.sambungan=nopelanggan nomor.pelanggan=nopelanggan id.pelanggan=nopelanggan pelanggan.id=nopelanggan nomor.meter=nopelanggan
  nomor.langganan=nopelanggan nomor.pel=nopelanggan
  nama.pel=pelanggan kondisi.umum=anamnesis keadaan.umum=anamnesis
  nomor.anggota=noanggota anggota.nomor=noanggota anggota.id=noanggota id.anggota=noanggota
  pegawai.nomor=nip pegawai.id=nip nomor.pegawai=nip id.pegawai=nip siswa.id=nis id.siswa=nis siswa.nomor=nis id.pasien=rekam_medis
  pasien.id=rekam_medis pasien.nomor=rekam_medis harga.transaksi=hargatransaksi nilai.transaksi=hargatransaksi
  jatuh.tempo=tanggal tanggal.jatuh.tempo=tanggal tunggakan.tanggal=tanggal nama.toko=usaha trade.nama=usaha brand.nama=merek
  nama.merek=merek surat.keterangan.dokter=kondisi_kesehatan surat.sakit=kondisi_kesehatan surat.dokter=kondisi_kesehatan
  pemegang.hak=pemegang pemegang.izin=pemegang pemegang.saham=pemegang pemegang.polis=pemegang pemegang.kartu=pemegang
  data.kesehatan=kondisi_kesehatan tindakan.medis=kondisi_kesehatan kesehatan.mental=kondisi_kesehatan mental.kesehatan=kondisi_kesehatan
  status.covid=status_vaksin covid.status=status_vaksin status.tbc=kondisi_kesehatan status.tb=kondisi_kesehatan
  status.sakit=kondisi_kesehatan
  catatan.medis=kondisi_kesehatan medis.catatan=kondisi_kesehatan catatan.kesehatan=kondisi_kesehatan catatan.dokter=kondisi_kesehatan
  pasien.catatan=kondisi_kesehatan kondisi.psikologis=kondisi_kesehatan medis.terapi=kondisi_kesehatan kesehatan.record=rekam_medis
  obat.dikonsumsi=resep obat.yang.dikonsumsi=resep jenis.kb=kontrasepsi alat.kontrasepsi=kontrasepsi
  status.ekonomi=desil skor.kemiskinan=desil data.keuangan=penghasilan status.keuangan=penghasilan financial.status=penghasilan
  bank.saldo=saldo pendapatan.pribadi=penghasilan pendapatan.per.bulan=penghasilan pendapatan.bulanan=penghasilan
  pendapatan.rumah.tangga=penghasilan pendapatan.rumah_tangga=penghasilan pengeluaran.per.bulan=penghasilan uang.pensiun=penghasilan
  kredit.macet=kolektibilitas catatan.kejahatan=kriminal riwayat.kejahatan=kriminal kejahatan.riwayat=kriminal police.record=kriminal
  arrest.record=kriminal masa.tahanan=kriminal masa.hukuman=kriminal status.tersangka=kriminal pasal.pelanggaran=kriminal
  pasal.dilanggar=kriminal jenis.kejahatan=kriminal pelanggaran.hukum=kriminal riwayat.penahanan=kriminal prior.vonis=kriminal
  civil.status=kawin hubungan.status=kawin is.kawin=kawin suku.group=suku orientasi.seksual=kelamin
  negara.kewarganegaraan=kewarganegaraan
  nomor.kartu.keluarga=kk diverifikasi.pada=diverifikasi biometrik.template=biometrik sidik_jari.template=sidik_jari
  berat.badan=beratbadan tinggi.badan=tinggibadan data.balita=dataanak status.anak=dataanak
  nomor.kartu.kredit=kartubank nomor.kartu.debit=kartubank nomor.kartu.debet=kartubank nomor.kartu.atm=kartubank nomor.kartu.kis=bpjs
  nomor.kartu.bpjs=bpjs nomor.kartu.jkn=bpjs kartu.kis=bpjs bisa.dihubungi=telepon dapat.dihubungi=telepon yang.bisa.dihubungi=telepon
  nomor.yang.bisa.dihubungi=telepon nomor.yang.dapat.dihubungi=telepon ditugaskan.to=petugas home.town=domisili rumah.town=domisili
  postal.alamat=alamat kodepos.alamat=alamat foto.selfie=swafoto pas.foto=swafoto
  nomor.induk.siswa.nasional=nisn induk.siswa.nasional=nisn
  nomor.lng=value tanda_tangan.key=secret x.signature=secret pengguna.agent=useragent value.jumlah=valuequantity media.sosial=sosmed
  wali.kelas=guru ketua.rt=ketua ketua.rw=ketua ketua.panitia=ketua foto.ktp=swafoto foto.wajah=swafoto foto.diri=swafoto
  scan.wajah=swafoto pindai.wajah=swafoto template.wajah=biometrik wajah.template=biometrik wajah.id=biometrik wajah.foto=swafoto
  wajah.image=swafoto berat.badan=berat tinggi.badan=tinggi panjang.badan=tinggi suhu.badan=suhu suhu.tubuh=suhu alat.bantu=disabilitas
  stay.izin=kitas izin.tinggal=kitas
  nomor.pendaftaran=nopendaftaran pendaftaran.nomor=nopendaftaran status.vaksin=status_vaksin vaksin.status=status_vaksin
  status.imunisasi=status_vaksin imunisasi.status=status_vaksin riwayat.medis=riwayat_penyakit medis.riwayat=riwayat_penyakit
  riwayat.kesehatan=riwayat_penyakit kesehatan.riwayat=riwayat_penyakit riwayat.imunisasi=riwayat_penyakit
  riwayat.operasi=riwayat_penyakit riwayat.penyakit=riwayat_penyakit kondisi.kesehatan=kondisi_kesehatan
  kesehatan.kondisi=kondisi_kesehatan
  kondisi.medis=kondisi_kesehatan medis.kondisi=kondisi_kesehatan status.kesehatan=kondisi_kesehatan kesehatan.status=kondisi_kesehatan
  pengeluaran.keluarga=penghasilan png.jawab=penjamin penanggung.biaya=penjamin
`)

/** Words that people write without their vowels, or with others: found again by their consonants. */
export const oftenShortened = wordsIn(`nama alamat tanggal lahir tempat kelamin telepon pekerjaan agama status kawin perkawinan pemohon
penerima pemilik pelapor pasien lengkap keluarga rekening kecamatan kelurahan kabupaten provinsi nomor jenis
  golongan darah kepala pendidikan penghasilan pendapatan disabilitas keterangan diagnosa penyakit keluhan penduduk anggota pegawai
  jabatan instansi kewarganegaraan hubungan panggilan handphone whatsapp domisili koordinat tinggal bantuan
  nominal tunggakan tagihan pelanggan peserta sekolah siswa pengurus petugas dokter korban terdakwa tersangka pelanggar kendaraan
  sertifikat permohonan layanan`)
