/**
 * The shape of a registry file. What concerns several values together is in `CrossChecks`.
 *
 * Every fault reads "must be …": the value found is never repeated, since a mistyped server address can hold a password.
 */
import { Duration, Effect, Schema, SchemaIssue } from "effect"
import { Alias, maxEntries } from "../domain/Aggregate.ts"
import { isDay } from "../domain/CityDays.ts"
import { frequencies, Frequency, longestFileLine, longestText } from "../domain/DatasetAbout.ts"
import { linkagePolicies } from "../domain/Linkage.ts"
import { FieldClass } from "../domain/PersonalData.ts"
import { Topic, topics } from "../domain/Topic.ts"
import { maxSegments } from "./AddressIndex.ts"

/** Whatever is wrong with the value, the fault says what would be right. */
const value = <T, E>(must: string, schema: Schema.Codec<T, E>): Schema.Codec<T, E> =>
  schema.pipe(
    Schema.catchDecoding(() => Effect.fail(new SchemaIssue.InvalidValue({ message: `must be ${must}` }))),
    Schema.annotateKey({ messageMissingKey: `is missing; it must be ${must}` })
  )

const matching = (pattern: RegExp, maxLength: number, must: string) =>
  value(must, Schema.String.check(Schema.isPattern(pattern), Schema.isMaxCodePoints(maxLength)))

const list = <T, E>(
  item: Schema.Codec<T, E>,
  must: string,
  maximum = Number.MAX_SAFE_INTEGER
): Schema.Codec<ReadonlyArray<T>, ReadonlyArray<E>> =>
  Schema.Array(item).check(
    Schema.makeFilter((items) => items.length >= 1 && items.length <= maximum, { message: `must be ${must}` })
  ).pipe(Schema.annotateKey({ messageMissingKey: `is missing; it must be ${must}` }))

export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const Slug = matching(slugPattern, 64, "lower-case letters, digits and single hyphens, at most 64, such as `portal-publik`")
// oxlint-disable-next-line no-control-regex
const Text = matching(
  /^(?=.*\S)[^\u0000-\u001f\u007f-\u009f]+$/u,
  longestFileLine,
  `one line of text, at most ${longestFileLine} characters`
)

// oxlint-disable-next-line no-control-regex
const Paragraphs = matching(
  /^(?=[^]*\S)[^\u0000-\u0009\u000b-\u001f\u007f-\u009f]+$/u,
  longestText,
  `text of at most ${longestText} characters`
)

/** A literal never begins with a dot, so `.` and `..` cannot be written, nor can anything percent-encoded. */
const literal = "[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,99}"
const segment = `(?::[A-Za-z][A-Za-z0-9_]{0,63}|${literal})`
const segmentRule = "segments are A-Z a-z 0-9 - . _ ~ (no dot first) or `:name`"
/** Agency and dataset are segments of the address too. */
const moreSegments = maxSegments - 3
const Path = matching(
  new RegExp(`^(?:${segment}(?:/${segment}){0,${moreSegments}})?$`),
  400,
  `a route such as \`events/:id\`, empty for the dataset's root; ${segmentRule}, with no slash at either end`
)
const Upstream = matching(
  new RegExp(`^(?:/|(?:/${segment}){1,${moreSegments}})$`),
  400,
  `the agency's own path, such as \`/internal/events/:id\`; ${segmentRule}`
)
const Address = matching(
  new RegExp(`^[a-z0-9-]+/[a-z0-9-]+(?:/${segment}){0,${moreSegments}}$`),
  600,
  "the address of an endpoint, such as `diskominfo/portal-publik/events`"
)
const PresetPath = matching(
  new RegExp(`^(?:${literal}(?:/${literal}){0,${moreSegments}})?$`),
  400,
  "a route such as `events/17`, its parameters filled in"
)

/** Headers that the gateway writes itself, or that frame the message (RFC 9110, section 7.6.1; RFC 9112). */
const ownHeaders = new RegExp(
  String.raw`^(?:host|connection|content-length|transfer-encoding|te|trailer|upgrade|keep-alive|proxy-connection`
    + String.raw`|expect|accept|accept-encoding|user-agent|traceparent|x-request-id|x-gateway-application)$`,
  "i"
)
const HeaderName = value(
  "the name of a header that the gateway does not write itself, such as `X-Api-Key`",
  Schema.String.check(Schema.isPattern(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/), Schema.makeFilter((name) => !ownHeaders.test(name)))
)
const EnvName = matching(/^[A-Za-z_][A-Za-z0-9_]*$/, 100, "the name of an environment variable, such as `DISKOMINFO_KEY`")
const ExampleValue = matching(
  new RegExp(`^${literal}$`),
  100,
  "a value that the agency answers, in quotes where it looks like a number, such as `\"SPK-001\"`"
)
const queryName = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_.[\]~-]+$/), Schema.isMaxLength(100))
/** A name, or one that says how its value is compared: those that ask about a person have to. */
const QueryEntry = value(
  "the name of a query parameter, or `{ name: nik, match: exact }`",
  Schema.Union([queryName, Schema.Struct({ name: queryName, match: Schema.Literal("exact") })])
)
export type QueryEntry = typeof QueryEntry.Type
/** Steps as masking reads them: `name`, `["any key"]`, `[]`, `*`, `**`. */
const quoted = String.raw`\["(?:[^"\\]|\\.)+"\]`
const step = String.raw`(?:\*\*?|[^.[\]*\s](?:[^.[\]*]*[^.[\]*\s])?|${quoted})`
const index = String.raw`\[(?:\*|\d*)\]`
const fieldPath = new RegExp(String.raw`^(?:${step}|${index})(?:\.${step}|${quoted}|${index})*$`, "u")

const hourMillis = 3_600_000
const durationWithin = (minimum: number, maximum: number, must: string) =>
  value(
    must,
    Schema.DurationFromString.check(Schema.makeFilter((duration) => {
      const millis = Duration.toMillis(duration)
      return millis >= minimum && millis <= maximum
    }))
  )
/** Timers of more than 24 days would fire at once. */
const Limit = durationWithin(1, hourMillis, "a duration such as `800 millis` or `5 seconds`, at most one hour")
const Interval = durationWithin(1_000, hourMillis, "a duration from `1 second` to `1 hour`, such as `15 seconds`")
const Age = durationWithin(0, 366 * 24 * hourMillis, "a duration such as `0 seconds` or `24 hours`, at most 366 days")
/** A large answer is streamed, so it costs time and no memory; the bound catches a slip of the pen. */
const maxResponse = 64n * 1024n * 1024n * 1024n
const Size = value(
  "a size such as `10 MiB`, at most 64 GiB",
  Schema.ByteSizeFromString.check(Schema.makeFilter((size) => size > 0n && size <= maxResponse))
)
const whole = (minimum: number, maximum: number) =>
  value(`a whole number from ${minimum} to ${maximum}`, Schema.Int.check(Schema.isBetween({ minimum, maximum })))
const Flag = value("true or false", Schema.Boolean)

const isServer = (text: string): boolean => {
  if (!/^https?:\/\/[^\s/?#@\\]+(?:\/[^\s?#%\\]*)?$/i.test(text) || /\/\.{1,2}(?:\/|$)/.test(text)) return false
  return URL.canParse(text)
}
const Server = value(
  "an http:// or https:// address such as `http://10.1.2.3:9101`, without credentials, query or fragment",
  Schema.String.check(Schema.makeFilter(isServer), Schema.isMaxLength(300))
)
const Day = value(
  "a date such as 2027-01-01",
  Schema.String.check(Schema.makeFilter(isDay))
)

const PemFile = matching(/^\/[^\u0000-\u001f]{1,300}$/, 301, "the absolute path of a PEM file, such as `/etc/gapura/dinkes-ca.pem`")
/** Of the operator's machine; a desk never has it. */
const Tls = Schema.Struct({
  ca: Schema.optionalKey(PemFile),
  cert: Schema.optionalKey(PemFile),
  key: Schema.optionalKey(PemFile)
}).check(
  Schema.makeFilter(({ cert, key }) => (cert === undefined) === (key === undefined), { message: "must have `cert` and `key` together" })
)

const Linkage = value("`warn`, `generalise` or `refuse`", Schema.Literals(linkagePolicies))

const column = (must: string) => matching(/^[^.[\]*\s]+(?:\.[^.[\]*\s]+)*$/u, 200, must)
const Key = column("the column by which rows are told apart, such as `id` or `stasiun.kode`")
const Degrees = column("the way to a number of a row, such as `lat` or `koordinat.lat`")

const Cache = Schema.Struct({ fresh: Schema.optionalKey(Age), stale: Schema.optionalKey(Age) })

export const EndpointEntry = Schema.Struct({
  path: Path,
  upstream: Schema.optionalKey(Upstream),
  title: Text,
  resource: Schema.optionalKey(Slug),
  private: Schema.optionalKey(Flag),
  cache: Schema.optionalKey(Cache),
  query: Schema.optionalKey(Schema.Array(QueryEntry)),
  examples: Schema.optionalKey(Schema.Record(Schema.String, ExampleValue)),
  maxBytes: Schema.optionalKey(Size),
  fields: Schema.optionalKey(
    Schema.Record(
      Schema.String,
      value("a class of personal data such as `nik`, `name` or `phone`, or `public`", FieldClass)
    ).check(Schema.makeFilter((fields) =>
      Object.keys(fields).flatMap((path) =>
        fieldPath.test(path) && path.length <= 300
          ? []
          : [{ path: [path], issue: "must be the path of a field, such as `data[].panitia.nama` or `**.nik`" }]
      )
    ))
  ),
  unknown: Schema.optionalKey(value("`detect` or `mask`", Schema.Literals(["detect", "mask"]))),
  ask: Schema.optionalKey(Flag),
  position: Schema.optionalKey(Schema.Struct({ lat: Degrees, lng: Degrees })),
  live: Schema.optionalKey(Interval),
  key: Schema.optionalKey(Key),
  deprecated: Schema.optionalKey(Day),
  sunset: Schema.optionalKey(Day),
  successor: Schema.optionalKey(Address)
})
export type EndpointEntry = typeof EndpointEntry.Type

const mostChanges = 50
const Changes = Schema.Record(Schema.String, Text).check(Schema.makeFilter((changes) => {
  const days = Object.keys(changes)
  return days.length > mostChanges || !days.every(isDay)
    ? `must have at most ${mostChanges} days such as 2027-01-01, each with what changed`
    : undefined
}))
const Email = matching(/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/u, 200, "an e-mail address of an office, such as `data@dlh.kota.go.id`")

export const AboutEntry = Schema.Struct({
  titleEn: Schema.optionalKey(Text),
  description: Schema.optionalKey(Paragraphs),
  descriptionEn: Schema.optionalKey(Paragraphs),
  topics: Schema.optionalKey(list(value(`one of ${topics.join(", ")}`, Topic), "a list of at least one topic", topics.length)),
  frequency: Schema.optionalKey(value(`one of ${frequencies.join(", ")}`, Frequency)),
  from: Schema.optionalKey(Day),
  to: Schema.optionalKey(Day),
  coverage: Schema.optionalKey(Text),
  contact: Schema.optionalKey(Text),
  email: Schema.optionalKey(Email),
  source: Schema.optionalKey(Text),
  terms: Schema.optionalKey(Paragraphs),
  published: Schema.optionalKey(Day),
  changes: Schema.optionalKey(Changes)
}).check(
  Schema.makeFilter(({ from = "", to = "9" }) => from <= to, { message: "must have `to` not before `from`" })
)

export const DatasetEntry = Schema.Struct({
  slug: Slug,
  title: Text,
  license: Schema.optionalKey(Text),
  about: Schema.optionalKey(AboutEntry),
  endpoints: list(EndpointEntry, "a list of at least one endpoint")
})
export type DatasetEntry = typeof DatasetEntry.Type

export const AgencyEntry = Schema.Struct({
  slug: Slug,
  name: Text,
  application: Schema.optionalKey(Text),
  server: Server,
  timeout: Schema.optionalKey(Limit),
  retries: Schema.optionalKey(whole(0, 10)),
  deadline: Schema.optionalKey(Limit),
  connections: Schema.optionalKey(whole(1, 10_000)),
  credential: Schema.optionalKey(Schema.Struct({ header: HeaderName, env: EnvName })),
  tls: Schema.optionalKey(Tls),
  breaker: Schema.optionalKey(Schema.Struct({
    threshold: Schema.optionalKey(value("a share from 0.01 to 1", Schema.Finite.check(Schema.isBetween({ minimum: 0.01, maximum: 1 })))),
    size: Schema.optionalKey(whole(1, 10_000)),
    minimum: Schema.optionalKey(whole(1, 10_000)),
    open: Schema.optionalKey(Limit),
    openMax: Schema.optionalKey(Limit)
  })),
  linkage: Schema.optionalKey(Linkage),
  datasets: list(DatasetEntry, "a list of at least one dataset")
})
export type AgencyEntry = typeof AgencyEntry.Type

export const PresetRequestEntry = Schema.Struct({
  alias: value("1 to 64 of A-Z a-z 0-9 - _", Alias),
  opd: Slug,
  dataset: Slug,
  path: PresetPath,
  query: Schema.optionalKey(
    Schema.Record(Schema.String, value("text, a number, true or false", Schema.Union([Schema.String, Schema.Finite, Schema.Boolean])))
  )
})

export const PresetEntry = Schema.Struct({
  slug: Slug,
  title: Text,
  private: Schema.optionalKey(Flag),
  cache: Schema.optionalKey(Cache),
  linkage: Schema.optionalKey(Linkage),
  requests: list(PresetRequestEntry, `a list of 1 to ${maxEntries} requests`, maxEntries)
})
export type PresetEntry = typeof PresetEntry.Type

const DeskEntry = Schema.Struct({
  /** How many people it takes to protect data less: 2 unless said otherwise. */
  approvals: Schema.optionalKey(value("1 or 2: how many people a desk's change takes that protects data less", Schema.Literals([1, 2])))
})

export const RegistryFile = Schema.Struct({
  version: value("1", Schema.Literal(1)),
  desk: Schema.optionalKey(DeskEntry),
  limits: Schema.optionalKey(Schema.Struct({ application: Schema.optionalKey(whole(1, 10_000_000)) })),
  agencies: list(AgencyEntry, "a list of at least one agency"),
  presets: Schema.optionalKey(Schema.Array(PresetEntry))
})
export type RegistryFile = typeof RegistryFile.Type
