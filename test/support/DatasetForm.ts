/** The form of what an agency tells about a dataset, with nothing in it. */
export const emptyDatasetForm = {
  judul_en: "",
  keterangan: "",
  keterangan_en: "",
  kekerapan: "",
  dari: "",
  sampai: "",
  wilayah: "",
  sumber: "",
  kontak: "",
  surel: "",
  lisensi: "",
  ketentuan: "",
  terbit: "",
  catatan: ""
}
