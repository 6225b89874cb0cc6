/** What pages call the classes of personal data, in both languages. */
import type { FieldClass } from "../domain/PersonalData.ts"
import type { Language } from "./Language.ts"

type Classes = Readonly<Record<FieldClass, string>>

const classesId: Classes = {
  nik: "NIK",
  kk: "Nomor KK",
  npwp: "NPWP",
  bpjs: "Nomor BPJS",
  passport: "Paspor",
  plate: "Pelat nomor",
  "bank-account": "Rekening bank",
  card: "Kartu pembayaran",
  name: "Nama orang",
  email: "Email",
  phone: "Telepon",
  address: "Alamat",
  "coordinates-home": "Koordinat rumah",
  health: "Kesehatan",
  biometric: "Biometrik",
  genetic: "Genetik",
  criminal: "Catatan pidana",
  child: "Data anak",
  finance: "Keuangan pribadi",
  religion: "Agama",
  "marital-status": "Status perkawinan",
  sex: "Jenis kelamin",
  nationality: "Kewarganegaraan",
  "birth-date": "Tanggal lahir",
  pseudonym: "Pseudonim",
  id: "Nomor atau nama pengenal lain",
  secret: "Rahasia: kata sandi, token",
  public: "Bukan data pribadi: tampil apa adanya"
}

const classesEn: Classes = {
  nik: "NIK (national id)",
  kk: "Family card number",
  npwp: "NPWP (tax number)",
  bpjs: "BPJS number",
  passport: "Passport",
  plate: "Number plate",
  "bank-account": "Bank account",
  card: "Payment card",
  name: "Name of a person",
  email: "E-mail",
  phone: "Telephone",
  address: "Address",
  "coordinates-home": "Coordinates of a home",
  health: "Health",
  biometric: "Biometric",
  genetic: "Genetic",
  criminal: "Criminal record",
  child: "Data of a child",
  finance: "Personal finance",
  religion: "Religion",
  "marital-status": "Marital status",
  sex: "Sex",
  nationality: "Nationality",
  "birth-date": "Date of birth",
  pseudonym: "Pseudonym",
  id: "Another number or name of a person",
  secret: "Secret: password, token",
  public: "Not personal: shown as it is"
}

export const classWords: Readonly<Record<Language, Classes>> = { id: classesId, en: classesEn }

/** What nobody classified, where that is masked. */
export const unknownClass: Readonly<Record<Language, string>> = { id: "Belum diketahui: tampil ***", en: "Not known: shown as ***" }
