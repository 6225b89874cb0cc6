/** The registry file's form, before anything is resolved: what may stand where, and what each value must look like. */
import { Duration, Schema } from "effect"
import { Alias, maxEntries } from "../domain/Aggregate.ts"
import { FieldClass } from "../domain/PersonalData.ts"

const matching = (pattern: RegExp, message: string, maxLength = 200) =>
  Schema.String.check(Schema.isPattern(pattern, { message }), Schema.isMaxLength(maxLength, { message: `at most ${maxLength} characters` }))

const Slug = matching(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "lower-case letters, digits and single hyphens, such as `portal-publik`", 64)
const Text = Schema.String.check(Schema.isPattern(/\S/, { message: "some text" }), Schema.isMaxLength(500))
/** Route templates: literal segments and `:name` parameters; the empty string is the root. */
const Path = matching(
  /^(?:(?::[A-Za-z][A-Za-z0-9_]*|[A-Za-z0-9_~-][A-Za-z0-9._~-]*)(?:\/(?::[A-Za-z][A-Za-z0-9_]*|[A-Za-z0-9_~-][A-Za-z0-9._~-]*))*)?$/,
  "segments of A-Z a-z 0-9 - . _ ~ or `:name`, separated by single slashes, without a slash at either end"
)
const Upstream = matching(
  /^(?:\/(?::[A-Za-z][A-Za-z0-9_]*|[A-Za-z0-9_~-][A-Za-z0-9._~-]*)?)+$/,
  "an absolute path such as `/internal/events/:id`"
)
const Address = matching(/^[a-z0-9-]+\/[a-z0-9-]+(?:\/[A-Za-z0-9._~:-]+)*$/, "the address of an endpoint, such as `diskominfo/portal-publik/events`")
const HeaderName = matching(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, "an HTTP header name", 100)
const EnvName = matching(/^[A-Za-z_][A-Za-z0-9_]*$/, "the name of an environment variable", 100)
const QueryName = matching(/^[A-Za-z0-9_.[\]-]+$/, "the name of a query parameter", 100)

const Interval = Schema.DurationFromString.check(
  Schema.makeFilter((duration) => Duration.isFinite(duration) && Duration.toMillis(duration) >= 0, { message: "a duration such as `800 millis` or `30 seconds`" })
)
const Positive = Interval.check(Schema.makeFilter((duration) => Duration.toMillis(duration) > 0, { message: "a duration above zero" }))
const Size = Schema.ByteSizeFromString.check(Schema.makeFilter((size) => size > 0n, { message: "a size such as `10 MiB`" }))
const whole = (minimum: number, maximum: number) =>
  Schema.Finite.check(Schema.isInt(), Schema.isBetween({ minimum, maximum }, { message: `a whole number from ${minimum} to ${maximum}` }))

const isServer = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { hash, password, protocol, search, username } = new URL(text)
  return (protocol === "http:" || protocol === "https:") && username === "" && password === "" && search === "" && hash === ""
}
const ServerAddress = Schema.String.check(
  Schema.makeFilter(isServer, { message: "an http:// or https:// address without credentials, query or fragment" })
)
const Day = Schema.String.check(Schema.makeFilter(
  (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text),
  { message: "a date such as 2027-01-01" }
))

const Cache = Schema.Struct({ fresh: Schema.optionalKey(Interval), stale: Schema.optionalKey(Interval) })

export const EndpointEntry = Schema.Struct({
  path: Path,
  upstream: Schema.optionalKey(Upstream),
  title: Text,
  resource: Schema.optionalKey(Slug),
  private: Schema.optionalKey(Schema.Boolean),
  cache: Schema.optionalKey(Cache),
  query: Schema.optionalKey(Schema.Array(QueryName)),
  maxBytes: Schema.optionalKey(Size),
  fields: Schema.optionalKey(Schema.Record(Text, FieldClass)),
  unknown: Schema.optionalKey(Schema.Literals(["detect", "mask"])),
  deprecated: Schema.optionalKey(Day),
  sunset: Schema.optionalKey(Day),
  successor: Schema.optionalKey(Address)
})
export type EndpointEntry = typeof EndpointEntry.Type

export const DatasetEntry = Schema.Struct({
  slug: Slug,
  title: Text,
  license: Schema.optionalKey(Text),
  endpoints: Schema.Array(EndpointEntry)
})
export type DatasetEntry = typeof DatasetEntry.Type

export const AgencyEntry = Schema.Struct({
  slug: Slug,
  name: Text,
  application: Schema.optionalKey(Text),
  server: ServerAddress,
  timeout: Schema.optionalKey(Positive),
  retries: Schema.optionalKey(whole(0, 10)),
  deadline: Schema.optionalKey(Positive),
  connections: Schema.optionalKey(whole(1, 10_000)),
  credential: Schema.optionalKey(Schema.Struct({ header: HeaderName, env: EnvName })),
  breaker: Schema.optionalKey(Schema.Struct({
    threshold: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 0.01, maximum: 1 }, { message: "a share from 0.01 to 1" }))),
    size: Schema.optionalKey(whole(1, 10_000)),
    minimum: Schema.optionalKey(whole(1, 10_000)),
    open: Schema.optionalKey(Positive),
    openMax: Schema.optionalKey(Positive)
  })),
  datasets: Schema.Array(DatasetEntry)
})
export type AgencyEntry = typeof AgencyEntry.Type

export const PresetEntry = Schema.Struct({
  slug: Slug,
  title: Text,
  private: Schema.optionalKey(Schema.Boolean),
  cache: Schema.optionalKey(Cache),
  requests: Schema.Array(Schema.Struct({
    alias: Alias,
    opd: Schema.String,
    dataset: Schema.String,
    path: Schema.String,
    query: Schema.optionalKey(Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Finite, Schema.Boolean])))
  })).check(Schema.isMinLength(1), Schema.isMaxLength(maxEntries))
})
export type PresetEntry = typeof PresetEntry.Type

export const RegistryFile = Schema.Struct({
  version: Schema.Literal(1),
  agencies: Schema.Array(AgencyEntry),
  presets: Schema.optionalKey(Schema.Array(PresetEntry))
})
export type RegistryFile = typeof RegistryFile.Type
