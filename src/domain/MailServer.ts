/** The city's mail server, as the settings name it and letters are sent over it. */
import type { Redacted } from "effect"

export interface MailServer {
  readonly host: string
  readonly port: number
  /** TLS from the first byte; otherwise STARTTLS where the server has it. */
  readonly secure: boolean
  /** Nothing is sent without TLS: credentials go nowhere in clear, but to this machine. */
  readonly needsTls: boolean
  readonly auth: { readonly user: string; readonly pass: Redacted.Redacted<string> } | undefined
  readonly from: string
}
