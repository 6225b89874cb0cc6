/** Who has an account at the demo city's sign-on. */

export interface SignOnAccount {
  /** The sign-on's subject. */
  readonly account: string
  readonly name: string
  readonly accountType: string
  readonly agencies: ReadonlyArray<string>
  readonly operator: boolean
  /** What a newcomer reads beside the name, in Indonesian and in English. */
  readonly about: readonly [id: string, en: string]
}

export const demoAccounts: ReadonlyArray<SignOnAccount> = [
  { account: "dewi", name: "Dewi Lestari", accountType: "developer", agencies: [], operator: false, about: ["pengembang", "developer"] },
  {
    account: "sari",
    name: "Sari Wulandari",
    accountType: "civil-servant",
    agencies: ["dlh", "dinkes"],
    operator: false,
    about: ["ASN di DLH dan Dinkes", "civil servant of two agencies"]
  },
  {
    account: "bima",
    name: "Bima Prakoso",
    accountType: "civil-servant",
    agencies: [],
    operator: true,
    about: ["operator gerbang kota", "operator of the gateway"]
  },
  {
    account: "warga",
    name: "Wati Susanti",
    accountType: "citizen",
    agencies: [],
    operator: false,
    about: ["warga, ditolak oleh portal", "citizen, refused by the portal"]
  }
]
