/**
 * What the gateway shows and trusts when it calls an agency by TLS: its own certificate for that agency, and the CA of the
 * agency's. Both are files that somebody renews, so they are looked at for each new connection, once a second at most.
 *
 * Files that cannot be used change nothing where there were better ones; where there never were, no connection is made.
 * Either is told once, for the log. It names files, and is never an answer.
 */
import { createPrivateKey, X509Certificate } from "node:crypto"
import { createSecureContext, type SecureContext } from "node:tls"
import type { AgencyTlsFiles } from "../domain/Agency.ts"
import { errorCodeOf } from "../domain/ErrorCode.ts"
import { reasonOf } from "../domain/Reason.ts"
import { readRegularFile } from "../files/RegularFile.ts"

const lookMillis = 1_000

/** `reason` is for the operator. */
export class AgencyTlsUnusable extends Error {
  override readonly name = "AgencyTlsUnusable"
  readonly code = "EAGENCYTLS"
}

const read = (what: string, file: string): string => {
  try {
    return readRegularFile(file).toString("latin1")
  } catch (error) {
    throw new AgencyTlsUnusable(`${what}: ${file} cannot be read (${errorCodeOf(error) ?? reasonOf(error)})`)
  }
}

const attempt = <A>(run: () => A, told: string): A => {
  try {
    return run()
  } catch {
    throw new AgencyTlsUnusable(told)
  }
}

const contextOf = ({ ca, cert, key }: AgencyTlsFiles, texts: ReadonlyArray<string>): SecureContext => {
  const [caText = "", certText = "", keyText = ""] = texts
  if (ca !== undefined) attempt(() => new X509Certificate(caText), `tls.ca: ${ca} holds no certificate in PEM form`)
  if (cert !== undefined && key !== undefined) {
    const certificate = attempt(() => new X509Certificate(certText), `tls.cert: ${cert} holds no certificate in PEM form`)
    const own = attempt(() => createPrivateKey(keyText), `tls.key: ${key} holds no private key in PEM form without a passphrase`)
    if (!certificate.checkPrivateKey(own)) throw new AgencyTlsUnusable(`tls.key: ${key} is not the key of the certificate in ${cert}`)
  }
  return attempt(() =>
    createSecureContext({
      minVersion: "TLSv1.2",
      ...ca === undefined ? {} : { ca: caText },
      ...cert === undefined ? {} : { cert: certText, key: keyText }
    }), `tls: ${[ca, cert, key].filter((file) => file !== undefined).join(", ")} cannot be used together`)
}

export class AgencyTls {
  readonly #files: AgencyTlsFiles
  #seen: string | undefined
  #endsAt: number | undefined
  #context: SecureContext | undefined
  #fault: AgencyTlsUnusable | undefined
  #untold: string | undefined
  readonly #now: () => number
  #lookAt = Number.NEGATIVE_INFINITY

  /** @param now monotonic milliseconds */
  constructor(files: AgencyTlsFiles, now: () => number) {
    this.#files = files
    this.#now = now
    this.#look(now())
  }

  /** For a new connection. Throws `AgencyTlsUnusable` where there never was anything that can be used. */
  context(): SecureContext {
    const now = this.#now()
    if (now >= this.#lookAt) this.#look(now)
    if (this.#context !== undefined) return this.#context
    throw this.#fault ?? new AgencyTlsUnusable("the files were not read")
  }

  /** When the gateway's own certificate for this agency ends, in epoch milliseconds; undefined where it has none. */
  certificateEnd(): number | undefined {
    const now = this.#now()
    if (now >= this.#lookAt) this.#look(now)
    return this.#endsAt
  }

  /** What is wrong with the files, once. */
  takeFault(): string | undefined {
    const untold = this.#untold
    this.#untold = undefined
    return untold
  }

  #look(now: number): void {
    this.#lookAt = now + lookMillis
    const { ca, cert, key } = this.#files
    try {
      const texts = [["tls.ca", ca], ["tls.cert", cert], ["tls.key", key]] as const
      const found = texts.map(([what, file]) => file === undefined ? "" : read(what, file))
      const seen = found.join("\0")
      if (seen === this.#seen && this.#fault === undefined) return
      this.#context = contextOf(this.#files, found)
      this.#endsAt = cert === undefined ? undefined : new X509Certificate(found[1] ?? "").validToDate.getTime()
      this.#seen = seen
      this.#fault = undefined
    } catch (error) {
      const fault = error instanceof AgencyTlsUnusable ? error : new AgencyTlsUnusable(String(error))
      if (fault.message !== this.#fault?.message) this.#untold = fault.message
      this.#fault = fault
    }
  }
}
