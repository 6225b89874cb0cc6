/** The settings of notices that leave the portal: the city's mail server, and where webhooks may lead. */
import { Redacted } from "effect"
import { MailAddress } from "../domain/MailAddress.ts"
import type { MailServer } from "../domain/MailServer.ts"
import { optional, required, secret } from "./Setting.ts"
import { Cidrs, isLoopback, SmtpUrl } from "./SettingCodecs.ts"

export const noticeSettingsTable = {
  smtpUrl: secret(
    "SMTP_URL",
    "an smtp:// or smtps:// address without path or query",
    "mail server of notices, `smtp://user:password@host:587`; absent: none are mailed",
    SmtpUrl
  ),
  smtpFrom: optional("SMTP_FROM", "a mail address; SMTP_URL needs it", "address that notices are mailed from", MailAddress),
  webhookAddresses: required(
    "WEBHOOK_ADDRESSES",
    "",
    "ranges of addresses such as `10.30.0.0/16`",
    "ranges that webhooks of notices may lead to beside public addresses; addresses in them without TLS too",
    Cidrs
  )
}

/** What SMTP_URL says; its codec has looked at it. */
export const smtpOf = (address: Redacted.Redacted<string> | undefined, from: string | undefined): MailServer | undefined => {
  const url = address === undefined ? null : URL.parse(Redacted.value(address).replace(/^smtp/i, "http"))
  if (url === null || from === undefined) return undefined
  const secure = url.protocol === "https:"
  const auth = url.username === ""
    ? undefined
    : { user: decodeURIComponent(url.username), pass: Redacted.make(decodeURIComponent(url.password)) }
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: portOf(Redacted.value(address ?? Redacted.make("")), secure),
    secure,
    needsTls: auth !== undefined && !isLoopback(url.hostname),
    auth,
    from
  }
}

/** As it is written: 443 and 80 are mail's ports as any other, which an address of HTTP would leave out. */
const portOf = (address: string, secure: boolean): number => Number(/:(\d+)\/?$/.exec(address)?.[1] ?? (secure ? 465 : 587))
