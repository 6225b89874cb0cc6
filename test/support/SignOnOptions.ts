import { Redacted } from "effect"

/** Of a city's sign-on, but for where it is and what seals its sessions. */
export const signOnOptions = {
  clientId: "portal",
  clientSecret: Redacted.make("rahasia"),
  scope: "openid",
  returnUrl: "http://127.0.0.1/portal/masuk/kembali",
  leaveUrl: "http://127.0.0.1/portal/keluar",
  kindClaim: "account_type",
  developerKind: "developer",
  civilServantKind: "civil-servant",
  agenciesClaim: "agencies",
  operatorClaim: "operator"
}
