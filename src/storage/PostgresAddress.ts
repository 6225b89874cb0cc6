/**
 * What `DATABASE_URL` says, read as libpq reads it: hosts in the order in which they are tried, and how TLS goes with each.
 *
 * `sslmode`: `disable` never; `allow` and `prefer` TLS where the server has it, unverified; `require` TLS, verified by
 * `sslrootcert` where that is given; `verify-ca` a certificate of an authority that is trusted; `verify-full` one for that
 * host, too. Trusted is the file `sslrootcert`, or what Node trusts where it is absent or `system`. Absent, it is `prefer`,
 * and `disable` for this machine.
 *
 * Gotcha: a server that has TLS or not is two ways to one host, tried one after the other.
 */
import { Effect, Redacted } from "effect"
import { isIP } from "node:net"
import type { ConnectionOptions } from "node:tls"
import { reasonOf } from "../domain/Reason.ts"
import { readRegularFile } from "../files/RegularFile.ts"
import { StorageUnusable } from "./DataDirectory.ts"

/** One way to one host. */
export interface PostgresWay {
  /** For logs. */
  readonly name: string
  /** Of this host alone. */
  readonly url: Redacted.Redacted<string>
  readonly host: string
  readonly port: number
  readonly ssl: boolean | ConnectionOptions
}

export interface PostgresAddress {
  readonly ways: readonly [PostgresWay, ...ReadonlyArray<PostgresWay>]
  /** Whether there are several, so that the one that takes writes has to be found. */
  readonly severalHosts: boolean
  /** Other machines to which passwords and data may travel for anybody to read. */
  readonly exposed: ReadonlyArray<string>
  /** As an operator may see it: without user, password and options. */
  readonly place: string
}

/**
 * Up to the last `@` that can end a password, whatever that holds which should be percent-encoded: what is cut off there is
 * never shown. A parameter's value may have an `@`.
 */
const form = /^(postgres(?:ql)?:\/\/)((?:[^?#]*(?:[?#][^=]*)?@)?)([^/?#]*)([^?#]*)(\?[^#]*)?$/

/** The servers and database as an operator may see them: without user, password and options. */
export const placeIn = (url: Redacted.Redacted<string>): string => {
  const [, , , hosts = "", path = ""] = form.exec(Redacted.value(url)) ?? []
  return `postgres://${hosts}${path}`
}

/** How long a host has for a session where the address says nothing. */
const connectSeconds = "3"

const writing: ReadonlySet<string> = new Set(["any", "read-write", "primary"])

interface Host {
  readonly host: string
  readonly port: number
}

/** `[::1]:5432` and `db.kota.go.id`; undefined where it is none. */
const hostOf = (text: string): Host | undefined => {
  const found = /^(?:\[([0-9a-fA-F:.%]+)\]|([^:[\]\s]*))(?::(\d{1,5}))?$/.exec(text)
  const host = found?.[1] ?? decodeURIComponent(found?.[2] ?? "")
  const port = Number(found?.[3] ?? 5432)
  return found === null || port < 1 || port > 65_535 ? undefined : { host: host === "" ? "localhost" : host, port }
}

/** libpq's other way to name them: `?host=a,b&port=5432,5433`. */
const hostsInQuery = (hosts: string, ports: string | null): ReadonlyArray<Host | undefined> => {
  const each = ports?.split(",") ?? []
  return hosts.split(",").map((host, index) => {
    const port = Number(each[index] ?? each[0] ?? 5432)
    return Number.isInteger(port) && port > 0 && port <= 65_535 ? { host, port } : undefined
  })
}

const isHere = (host: string): boolean =>
  host.startsWith("/") || host === "localhost" || host === "::1" || isIP(host) === 4 && host.startsWith("127.")

const shown = ({ host, port }: Host): string => `${host.includes(":") ? `[${host}]` : host}:${port}`

/** What TLS is to look like, the best first. Undefined where there is no such mode. */
const tlsOf = (mode: string, rootCertificate: string | undefined): ReadonlyArray<boolean | ConnectionOptions> | undefined => {
  const unverified = { rejectUnauthorized: false }
  const trusted = rootCertificate === undefined ? {} : { ca: rootCertificate }
  const byAuthority = { ...trusted, rejectUnauthorized: true, checkServerIdentity: () => undefined }
  switch (mode) {
    case "disable":
      return [false]
    case "allow":
    case "prefer":
      return [unverified, false]
    case "require":
      return [rootCertificate === undefined ? unverified : byAuthority]
    case "verify-ca":
      return [byAuthority]
    case "verify-full":
      return [{ ...trusted, rejectUnauthorized: true }]
    default:
      return undefined
  }
}

/** Fails where it says what cannot be done, naming neither user nor password. */
export const readPostgresAddress = (url: Redacted.Redacted<string>): Effect.Effect<PostgresAddress, StorageUnusable> =>
  Effect.gen(function*() {
    const parts = form.exec(Redacted.value(url))
    const [, scheme = "", user = "", authority = "", database = "", query = ""] = parts ?? []
    const wanted = new URLSearchParams(query)
    const inQuery = wanted.get("host")
    const hosts = inQuery === null ? authority.split(",").map(hostOf) : hostsInQuery(inQuery, wanted.get("port"))
    const known = hosts.filter((host) => host !== undefined)
    const place = `postgres://${known.map(shown).join(",")}${database}`
    const refuse = (reason: string) => new StorageUnusable({ path: `DATABASE_URL ${place}`, reason })
    if (/[@/?#].*@$/.test(user)) {
      return yield* refuse("user, password and database must have their @, /, ? and # percent-encoded (%40, %2F, %3F, %23)")
    }
    if (parts === null || known.length < hosts.length) return yield* refuse("it names a host or port that cannot be read")
    const target = wanted.get("target_session_attrs") ?? "any"
    if (!writing.has(target)) return yield* refuse(`target_session_attrs must be one of ${[...writing].join(", ")}: gapura writes`)
    const file = wanted.get("sslrootcert") ?? "system"
    const rootCertificate = file === "system" ? undefined : yield* Effect.try({
      try: () => readRegularFile(file).toString("utf8"),
      catch: (cause) => refuse(`sslrootcert cannot be read: ${reasonOf(cause)}`)
    })
    const mode = wanted.get("sslmode")
    for (const name of ["host", "port", "sslmode", "sslrootcert", "target_session_attrs"]) wanted.delete(name)
    const seconds = wanted.get("connect_timeout") ?? connectSeconds
    if (!/^\d{1,6}$/.test(seconds)) return yield* refuse("connect_timeout must be whole seconds, 0 for as long as it takes")
    wanted.set("connect_timeout", seconds)
    const rest = wanted.toString().replaceAll("+", "%20")
    const single = Redacted.make(`${scheme}${user}localhost${database}?${rest}`)
    const ways: Array<PostgresWay> = []
    for (const host of known) {
      const forms = tlsOf(mode ?? (isHere(host.host) ? "disable" : "prefer"), rootCertificate)
      if (forms === undefined) return yield* refuse("sslmode must be one of disable, allow, prefer, require, verify-ca, verify-full")
      // A socket of this machine has no TLS.
      const own = host.host.startsWith("/") ? [false] : forms
      for (const ssl of own) ways.push({ name: shown(host), url: single, ...host, ssl })
    }
    const [first, ...others] = ways
    if (first === undefined) return yield* refuse("it names no host")
    const protectedBy: ReadonlySet<string> = new Set(["require", "verify-ca", "verify-full"])
    return {
      ways: [first, ...others],
      severalHosts: known.length > 1,
      exposed: protectedBy.has(mode ?? "") ? [] : known.filter(({ host }) => !isHere(host)).map(({ host }) => host),
      place
    }
  })
