/** What a variable of the environment may hold: how its text is read, and what is refused. `SettingsTable.ts` names them. */
import { DateTime, Duration, Option, Schema, SchemaGetter } from "effect"
import ipaddr from "ipaddr.js"
import { statSync } from "node:fs"
import { isIP } from "node:net"
import { availableParallelism } from "node:os"
import { isMailAddress } from "../domain/MailAddress.ts"

export const Text = Schema.String.check(Schema.isNonEmpty())
const label = String.raw`[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?`
const hostName = new RegExp(String.raw`^(?=.{1,253}$)(?:${label}\.)*(?!\d+$)${label}$`, "i")
/** What a socket is bound to: an address as it is, or a host's name. In brackets it would be a part of a URL. */
export const ListenAddress = Schema.String.check(Schema.makeFilter((text) => isIP(text) !== 0 || hostName.test(text)))
/** It is there: a path that is none is likelier a slip than a directory that is made later. */
export const Directory = Text.check(Schema.makeFilter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true))
/** Digits alone: JavaScript also takes a blank for 0, and reads `0x50` and `1e3`. */
const Whole = Schema.String.check(Schema.isPattern(/^\d{1,15}$/)).pipe(Schema.decodeTo(Schema.FiniteFromString))
export const Port = Whole.check(Schema.isBetween({ minimum: 0, maximum: 65_535 }))
export const Positive = Whole.check(Schema.isGreaterThan(0))
/** Of a timer, which has 32 bits: more would be a millisecond. */
const longestTimerMillis = 2_147_483_647
export const TimerMillis = Positive.check(Schema.isBetween({ minimum: 1, maximum: longestTimerMillis }))
export const Share = Schema.String.check(Schema.isPattern(/^\d*\.?\d+$/)).pipe(
  Schema.decodeTo(Schema.FiniteFromString),
  Schema.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
)
/** A number, or as many as there are processors. */
export const Workers = Schema.String.check(Schema.isPattern(/^(?:auto|[1-9]\d{0,2})$/)).pipe(
  Schema.decodeTo(Schema.Finite, {
    decode: SchemaGetter.transform((text: string) => text === "auto" ? availableParallelism() : Number(text)),
    encode: SchemaGetter.transform((workers: number) => String(workers))
  })
)
/** A hundred years: what comes of adding much more to a time is no date any more. */
const longestMillis = 100 * 365.25 * 86_400_000
const durationOf = (isFit: (millis: number) => boolean) =>
  Schema.DurationFromString.check(Schema.makeFilter((duration) => isFit(Duration.toMillis(duration))))
export const PositiveDuration = durationOf((millis) => millis > 0 && millis <= longestMillis)
export const NaturalDuration = durationOf((millis) => millis >= 0 && millis <= longestMillis)
export const TimerDuration = durationOf((millis) => millis > 0 && millis <= longestTimerMillis)
/** As it is written: `URL` also takes what others would read otherwise, such as `https:host`, backslashes and line ends. */
export const HttpUrl = Schema.String.check(
  Schema.isPattern(/^https?:\/\/[^\s\\/?#][^\s\\?]*$/i),
  Schema.makeFilter((text) => {
    const { password, username } = URL.parse(text) ?? { password: "", username: "-" }
    return username === "" && password === ""
  })
)
/** A mail address, or a page. */
export const Contact = Schema.String.check(
  Schema.makeFilter((text) => isMailAddress(text) || (URL.canParse(text) && /^https?:/.test(text)))
)
/** Of a host alone. It is kept as browsers write it, and as a header can have it: small letters, ASCII, no slash at its end. */
export const HostUrl = HttpUrl.check(
  Schema.makeFilter((text) => !text.includes("#") && (URL.parse(text)?.pathname ?? "/") === "/")
).pipe(Schema.decodeTo(Schema.String, {
  decode: SchemaGetter.transform((text: string) => new URL(text).origin),
  encode: SchemaGetter.transform((origin: string) => origin)
}))
export const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname)
/** What may travel over it: secrets do. */
export const isSafe = (text: string): boolean => text.startsWith("https:") || isLoopback(new URL(text).hostname)
export const IssuerUrl = HttpUrl.check(Schema.makeFilter((text) => !URL.canParse(text) || isSafe(text)))
/** Whoever reads an address decodes its parts: each percent must begin a code. */
const isDecodable = (text: string): boolean => {
  try {
    return decodeURIComponent(text) !== ""
  } catch {
    return false
  }
}
/** Hosts may be several, which makes it no URL: where the database is opened each is read. */
export const PostgresUrl = Schema.String.check(
  Schema.isPattern(/^postgres(ql)?:\/\/\S+$/),
  Schema.makeFilter(isDecodable),
  Schema.makeFilter((text) => URL.canParse(text.replace(/^(\w+:\/\/(?:[^/?#@]*@)?[^/?#,]*)[^/?#]*/, "$1")))
)
/** With credentials or without. Read as an address of HTTP, which has the same parts. */
export const SmtpUrl = Schema.String.check(
  Schema.isPattern(/^smtps?:\/\/[^\s?#]+$/i),
  Schema.makeFilter(isDecodable),
  Schema.makeFilter((text) => ["", "/"].includes(URL.parse(text.replace(/^smtp/i, "http"))?.pathname ?? "-"))
)
const redisHost = String.raw`(?:[^\s,@/:[\]?#]+|\[[0-9a-f:]+\])(?::\d{1,5})?`
const sentinelWord = String.raw`sentinel_(?:username|password)=[^\s&#]+`
const sentinelMore = String.raw`(?:\?${sentinelWord}(?:&${sentinelWord})*)?`
/** A server's address, or that of Sentinels with the name of their master, its database, and their own credentials. */
export const RedisUrl = Schema.String.check(
  Schema.isPattern(
    new RegExp(
      String.raw`^rediss?(?:://\S+|\+sentinel://(?:[^\s@/]*@)?${redisHost}(?:,${redisHost})*/[^\s/?#]+(?:/\d+)?${sentinelMore})$`,
      "i"
    )
  ),
  Schema.makeFilter(isDecodable),
  Schema.makeFilter((text) => {
    if (/^rediss?:/i.test(text)) return /^\/?\d*$/.test(URL.parse(text)?.pathname ?? "-")
    const [hosts = ""] = text.slice(text.lastIndexOf("@") + 1).split("?")
    return hosts.matchAll(/:(\d+)(?=[,/])/g).every(([, port]) => Number(port) <= 65_535)
  })
)
/** An IPv4 address inside IPv6 is compared as what it is, so a range of such addresses would match nothing. */
const isIpv6Range = (range: string): boolean => ipaddr.IPv6.isValidCIDR(range) && !ipaddr.IPv6.parseCIDR(range)[0].isIPv4MappedAddress()
/** A range, or one agency's: `10.20.0.0/16`, `dinkes=10.21.0.0/16`. */
const Cidr = Schema.String.check(Schema.makeFilter((text) => {
  const range = text.replace(/^[a-z0-9]+(?:-[a-z0-9]+)*=/, "")
  return ipaddr.IPv4.isValidCIDRFourPartDecimal(range) || isIpv6Range(range)
}))
const listOf = (item: Schema.Codec<string>) =>
  Schema.String.pipe(Schema.decodeTo(Schema.Array(item), {
    decode: SchemaGetter.transform((text: string) => text.split(/[\s,]+/).filter((range) => range !== "")),
    encode: SchemaGetter.transform((ranges: ReadonlyArray<string>) => ranges.join(" "))
  }))
export const Cidrs = listOf(Cidr)
/** Ranges, or single addresses. */
export const Proxies = listOf(Schema.String.check(Schema.makeFilter((text) => {
  const range = text.includes("/") ? text : `${text}/${text.includes(":") ? 128 : 32}`
  return ipaddr.IPv4.isValidCIDRFourPartDecimal(range) || isIpv6Range(range)
})))
export const YesOrNo = Schema.Literals(["yes", "no"]).pipe(Schema.decodeTo(Schema.Boolean, {
  decode: SchemaGetter.transform((text: "yes" | "no") => text === "yes"),
  encode: SchemaGetter.transform((isYes: boolean): "yes" | "no" => isYes ? "yes" : "no")
}))
export const SizeFromString = Schema.ByteSizeFromString.check(Schema.makeFilter((size) => size > 0n))

/** A name of the time zone database, as `Intl` knows it. */
export const TimeZone = Schema.String.check(Schema.makeFilter((name) => Option.isSome(DateTime.zoneMakeNamed(name))))

/** Names joined by commas: whether W3C Trace Context is among them. */
export const Propagators = Schema.String.check(Schema.isPattern(/^(?:none|(?:tracecontext|baggage)(?:,\s*(?:tracecontext|baggage))*)$/))
  .pipe(
    Schema.decodeTo(Schema.Boolean, {
      decode: SchemaGetter.transform((text: string) => text.includes("tracecontext")),
      encode: SchemaGetter.transform((propagates: boolean) => propagates ? "tracecontext" : "none")
    })
  )

const detectors = "(?:env|host|os|process|serviceinstance)"

/** Those whose findings have to be asked for. */
export const ResourceDetectors = Schema.String.check(Schema.isPattern(new RegExp(`^(?:none|all|${detectors}(?:,\\s*${detectors})*)$`)))
  .pipe(
    Schema.decodeTo(Schema.Array(Schema.Literals(["host", "os", "process"])), {
      decode: SchemaGetter.transform((text: string) =>
        (["host", "os", "process"] as const).filter((name) => text === "all" || text.split(/,\s*/).includes(name))
      ),
      encode: SchemaGetter.transform((names: ReadonlyArray<string>) => names.length === 0 ? "none" : names.join())
    })
  )

const pairsOf = (text: string): ReadonlyArray<readonly [string, string]> =>
  text.split(",").map((pair) => pair.trim()).filter((pair) => pair !== "").map((pair) => {
    const at = pair.indexOf("=")
    return [pair.slice(0, Math.max(0, at)).trim(), pair.slice(at + 1).trim()]
  })
const areAttributes = (text: string): boolean =>
  pairsOf(text).every(([name, value]) => isDecodable(name) && (value === "" || isDecodable(value)))

/** Of what sends telemetry: `deployment.environment.name=produksi,…`. */
export const ResourceAttributes = Schema.String.check(Schema.makeFilter(areAttributes)).pipe(
  Schema.decodeTo(Schema.Record(Schema.String, Schema.String), {
    decode: SchemaGetter.transform((text: string) =>
      Object.fromEntries(pairsOf(text).map(([name, value]) => [decodeURIComponent(name), decodeURIComponent(value)]))
    ),
    encode: SchemaGetter.transform((attributes: Readonly<Record<string, string>>) =>
      Object.entries(attributes).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join()
    )
  })
)
