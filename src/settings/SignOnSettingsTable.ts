/** The settings of the city's sign-on, through which people come into the portal. */
import { Schema } from "effect"
import { optional, required, secret } from "./Setting.ts"
import { IssuerUrl, Text } from "./SettingCodecs.ts"

export const signOnSettingsTable = {
  oidcIssuer: optional(
    "OIDC_ISSUER",
    "an https:// address (http:// on loopback only) without credentials or query",
    "city sign-on of the developer portal, found by discovery",
    IssuerUrl
  ),
  oidcClientId: optional("OIDC_CLIENT_ID", "the portal's client id", "the portal's client id at the city sign-on", Text),
  oidcClientSecret: secret(
    "OIDC_CLIENT_SECRET",
    "the portal's client secret",
    "the portal's client secret at the city sign-on",
    Text
  ),
  oidcScope: required(
    "OIDC_SCOPE",
    "openid profile",
    "words that begin with openid",
    "what the portal asks the city sign-on for",
    Schema.String.check(Schema.isPattern(/^openid(?: \S+)*$/))
  ),
  oidcKindClaim: required(
    "OIDC_KIND_CLAIM",
    "account_type",
    "the name of a claim",
    "claim that says what kind of account it is; a text or a list of texts",
    Text
  ),
  oidcDeveloperKind: required("OIDC_DEVELOPER_KIND", "developer", "a value of that claim", "its value for developers", Text),
  oidcCivilServantKind: required(
    "OIDC_CIVIL_SERVANT_KIND",
    "civil-servant",
    "a value of that claim",
    "its value for civil servants; any other account is refused",
    Text
  ),
  oidcAgenciesClaim: required(
    "OIDC_AGENCIES_CLAIM",
    "agencies",
    "the name of a claim",
    "claim with the slugs of the agencies that a civil servant works for; a list of texts",
    Text
  ),
  oidcOperatorClaim: required(
    "OIDC_OPERATOR_CLAIM",
    "operator",
    "the name of a claim",
    "claim that is true for the civil servants who operate the gateway",
    Text
  ),
  sessionSecret: secret(
    "SESSION_SECRET",
    "a secret of at least 32 characters",
    "seals what a browser keeps while somebody signs in; the same on every gateway",
    Schema.String.check(Schema.isMinLength(32))
  )
}
