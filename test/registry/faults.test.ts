import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { loadRegistry } from "../../src/registry/LoadRegistry.ts"
import { withAgency, withEndpoint, withPresets, withRoutes } from "./registryText.ts"

const faultsOf = (text: string) =>
  loadRegistry(text, "registry.yaml").pipe(
    Effect.flip,
    Effect.map(({ faults }) => faults.map(({ line, path, reason }) => `${line} ${path}: ${reason}`))
  )

type Case = readonly [what: string, text: string, ...faults: ReadonlyArray<RegExp>]
const endpoint = "agencies\\[0\\]\\.datasets\\[0\\]\\.endpoints\\[0\\]"
const atEndpoint = (line: number, key: string, reason: string) => new RegExp(`^${line} ${endpoint}\\.${key}: ${reason}`)
const atAgency = (line: number, key: string, reason: string) => new RegExp(`^${line} agencies\\[0\\]\\.${key}: ${reason}`)

const malformed: ReadonlyArray<Case> = [
  ["an empty file", "", /^1 \(document\): must be a mapping/],
  ["text that is no YAML", "version: 1\nagencies: [", /^\d \(document\): /],
  ["a second document", `${withEndpoint()}---\nversion: 1\n`, /^13 \(document\): must be one document/],
  ["a key given twice", withEndpoint("private: true", "private: false"), /^12 \(document\): this key is given twice/],
  ["`__proto__` as a key", withEndpoint("fields: { __proto__: name }"), /^11 \(document\): `__proto__` cannot be a key/],
  ["an unknown tag", withEndpoint("title: !rahasia x"), /^11 \(document\): /],
  [
    "aliases that multiply",
    `a: &a [x,x,x,x,x,x,x,x,x,x]\n${
      "bcdefgh".split("").map((name, index) => `${name}: &${name} [${Array.from({ length: 10 }, () => `*${"abcdefg"[index]}`).join()}]\n`)
        .join("")
    }`,
    /^2 \(document\): aliases bring in more than 10000 values/
  ],
  ["lists in lists without end", `version: ${"[".repeat(50_000)}`, /^1 \(document\): must not be nested so deeply/],
  ["another version", withEndpoint().replace("version: 1", "version: 2"), /^1 version: must be 1/],
  ["no agencies", "version: 1\n", /^1 agencies: is missing; it must be a list of at least one agency/],
  ["an empty list of agencies", "version: 1\nagencies: []\n", /^2 agencies: must be a list of at least one agency/],
  [
    "half a position",
    withEndpoint("position: { lat: y }"),
    atEndpoint(11, "position.lng", "is missing; it must be the way to a number of a row")
  ],
  [
    "no way to a number",
    withEndpoint("position: { lat: 'data[].y', lng: x }"),
    atEndpoint(11, "position.lat", "must be the way to a number of")
  ],
  ["a position of one number", withEndpoint("position: { lat: x, lng: x }"), atEndpoint(11, "position", "must have two numbers")],
  [
    "a position that is masked",
    withEndpoint("fields: { 'data[].rumah': address }", "position: { lat: rumah.0, lng: x }"),
    atEndpoint(12, "position", "must be of what is shown: `data\\[\\]\\.rumah` is `address`")
  ],
  [
    "a position that is masked wherever it stands",
    withEndpoint("fields: { '**.lat': coordinates-home }", "position: { lat: rumah.lat, lng: x }"),
    atEndpoint(12, "position", "must be of what is shown: `\\*\\*\\.lat` is `coordinates-home`")
  ],
  [
    "a position in what is masked",
    withEndpoint("fields: { 'data[].*': address, 'data[].x': public }", "position: { lat: rumah.lat, lng: x }"),
    atEndpoint(12, "position", "must be of what is shown: `data\\[\\]\\.\\*` is `address`")
  ],
  ["a mistyped key", withEndpoint("privat: true"), atEndpoint(11, "privat", "is not a key here; did you mean `private`\\?")],
  [
    "a key that resembles none",
    withEndpoint("zzzzzzzzzz: 1"),
    atEndpoint(11, "zzzzzzzzzz", "is not a key here; there are path, upstream, title")
  ],
  ["an entry that is no mapping", `${withEndpoint()}          - nope\n`, /^13 .*endpoints\[1\]: must be a mapping/]
]

const values: ReadonlyArray<Case> = [
  ...["Diskominfo", "dis_kominfo", "-a", "a--b", "a/b", "a%2fb", "''", "a".repeat(65)].map((
    slug
  ): Case => [
    `the slug ${slug}`,
    withEndpoint().replace("slug: diskominfo", `slug: ${slug}`),
    atAgency(3, "slug", "must be lower-case letters")
  ]),
  ...["aggregate", "preset"].map((
    slug
  ): Case => [
    `the reserved slug ${slug}`,
    withEndpoint().replace("slug: diskominfo", `slug: ${slug}`),
    atAgency(3, "slug", "must be another name")
  ]),
  ...[
    "ftp://x",
    "http://u:rahasia@x",
    "http://x?a=1",
    "http://x/#a",
    "x:80",
    "http://x/a/../b",
    "http:/x",
    "http://x/%2e",
    "'http://x\\y'",
    "''"
  ].map((
    server
  ): Case => [
    `the server ${server}`,
    withEndpoint().replace("server: http://127.0.0.1:9101", `server: ${server}`),
    atAgency(5, "server", "must be an http:// or https:// address")
  ]),
  [
    "a budget of applications that is none",
    `limits: { application: 0 }\n${withEndpoint()}`,
    /^1 limits\.application: must be a whole number from 1 to 10000000/
  ],
  ["a limit that there is not", `limits: { token: 5 }\n${withEndpoint()}`, /^1 limits\.token: is not a key here; there are application/],
  ...["5", "5 sekon", "-1 seconds", "0 seconds", "2 hours", "Infinity"].map((
    timeout
  ): Case => [
    `the timeout ${timeout}`,
    withAgency(`timeout: ${timeout}`),
    atAgency(6, "timeout", "must be a duration such as `800 millis`")
  ]),
  ["a fraction of a retry", withAgency("retries: 1.5"), atAgency(6, "retries", "must be a whole number from 0 to 10")],
  ["no connections", withAgency("connections: 0"), atAgency(6, "connections", "must be a whole number from 1")],
  [
    "a credential's value",
    withAgency("credential:", "  header: X-Api-Key", "  value: s3cr3t"),
    atAgency(6, "credential\\.env", "is missing; it must be the name of an environment variable"),
    atAgency(8, "credential\\.value", "is not a key here")
  ],
  [
    "a credential in a header of the gateway's own",
    withAgency("credential: { header: HOST, env: A }"),
    atAgency(6, "credential\\.header", "must be the name of a header that the gateway does not write")
  ],
  [
    "files for TLS of a server that is not https",
    withAgency("tls: { ca: /etc/ca.pem }"),
    atAgency(6, "tls", "must be left out: the agency's `server` is not https")
  ],
  [
    "a certificate without its key",
    withAgency("tls: { cert: /etc/client.pem }").replace("http:", "https:"),
    atAgency(6, "tls", "must have `cert` and `key` together")
  ],
  [
    "a file for TLS that is found from wherever the gateway runs",
    withAgency("tls: { ca: ca.pem }"),
    atAgency(6, "tls\\.ca", "must be the absolute path of a PEM file")
  ],
  [
    "a breaker that never opens",
    withAgency("breaker:", "  minimum: 11"),
    atAgency(7, "breaker\\.minimum", "must not be above `size` \\(10\\)")
  ],
  ...["/events", "events/", "a//b", "../x", "a/./b", ".env", "a%2fb", "'a b'", "'a?b'", "':'", "':1'", "'a/:id-x'", "a\\b"].map((
    path
  ): Case => [`the path ${path}`, withEndpoint(`path: ${path}`), atEndpoint(11, "path", "must be a route such as `events/:id`")]),
  [
    "a path of too many segments",
    withEndpoint(`path: ${Array.from({ length: 30 }, () => "a").join("/")}`),
    atEndpoint(11, "path", "must be a route")
  ],
  ["a parameter named twice", withEndpoint("path: ':id/x/:id'"), atEndpoint(11, "path", "must name each parameter once")],
  ...["events", "/a/../b", "//evil", "/a?x=1", "http://x/y", "/a/"].map((
    upstream
  ): Case => [
    `the upstream ${upstream}`,
    withEndpoint(`upstream: ${upstream}`),
    atEndpoint(11, "upstream", "must be the agency's own path")
  ]),
  [
    "an upstream parameter that the path lacks",
    withEndpoint("upstream: /x/:id"),
    atEndpoint(11, "upstream", "must take its parameters from `path`, which has none: `:id`")
  ],
  ["an empty title", withEndpoint("title: '  '"), atEndpoint(11, "title", "must be one line of text")],
  ["a title of two lines", withEndpoint("title: \"a\\nb\""), atEndpoint(11, "title", "must be one line of text")],
  ["a resource that makes no scope", withEndpoint("resource: Agenda_Kota"), atEndpoint(11, "resource", "must be lower-case")],
  ["a path that makes no scope", withEndpoint("path: data.json"), atEndpoint(11, "path", "makes no scope: give `resource`")],
  ["yes for true", withEndpoint("private: yes"), atEndpoint(11, "private", "must be true or false")],
  [
    "a fresh time without a unit",
    withEndpoint("cache:", "  fresh: 10", "  stale: 24 hours"),
    atEndpoint(12, "cache\\.fresh", "must be a duration such as `0 seconds`")
  ],
  [
    "an example for a parameter that there is not",
    withEndpoint("path: ':id'", "examples: { kode: A-1 }"),
    atEndpoint(12, "examples", "must be for parameters of `path` and `query`")
  ],
  ...["a/b", "'..'", "''", "12"].map((
    example
  ): Case => [
    `the example ${example}`,
    withEndpoint("path: ':id'", `examples: { id: ${example} }`),
    atEndpoint(12, "examples\\.id", "must be a value that the agency answers")
  ]),
  ["a query parameter named twice", withEndpoint("query: [page, page]"), atEndpoint(11, "query", "must name each parameter once")],
  [
    "a query parameter that is no name",
    withEndpoint("query:", "  - page", "  - 'a&b'"),
    atEndpoint(13, "query\\[1\\]", "must be the name of a query parameter")
  ],
  ...["10", "10 MB5", "0 B", "65 GiB", "0.1 KiB"].map((
    size
  ): Case => [`the size ${size}`, withEndpoint(`maxBytes: ${size}`), atEndpoint(11, "maxBytes", "must be a size such as `10 MiB`")]),
  [
    "an unknown class",
    withEndpoint("fields:", "  \"data[].nama\": nama"),
    atEndpoint(12, "fields\\[\"data\\[\\]\\.nama\"\\]", "must be a class of personal data")
  ],
  ...["data..nama", "data[", "na*ma", "data[x]", ".nama"].map((
    field
  ): Case => [
    `the field path ${field}`,
    withEndpoint("fields:", `  "${field}": name`),
    new RegExp("^12 .*fields.*: must be the path of a field")
  ]),
  ["another way with unknown fields", withEndpoint("unknown: show"), atEndpoint(11, "unknown", "must be `detect` or `mask`")],
  ["a day that no calendar has", withEndpoint("deprecated: 2027-02-30"), atEndpoint(11, "deprecated", "must be a date")],
  [
    "a sunset 179 days after the deprecation",
    withEndpoint("deprecated: 2027-01-01", "sunset: 2027-06-29"),
    atEndpoint(12, "sunset", "must be at least 180 days after `deprecated`: 2027-06-30 or later")
  ],
  ["a sunset without a deprecation", withEndpoint("sunset: 2027-06-29"), atEndpoint(11, "sunset", "needs a valid `deprecated`")],
  [
    "a successor without a deprecation",
    withEndpoint("successor: a/b"),
    atEndpoint(11, "successor", "needs a valid `deprecated`"),
    atEndpoint(11, "successor", "must be an endpoint of this registry")
  ],
  [
    "a successor that is itself",
    withEndpoint("deprecated: 2027-01-01", "successor: diskominfo/portal-publik/events"),
    atEndpoint(12, "successor", "must be another endpoint")
  ]
]

const together: ReadonlyArray<Case> = [
  [
    "two agencies of one slug",
    `${withRoutes({ a: { b: ["c"] } })}${withRoutes({ a: { d: ["e"] } }).split("\n").slice(2).join("\n")}`,
    /^11 agencies\[1\]\.slug: must be unique: this agency is already at agencies\[0\]\.slug/
  ],
  [
    "two datasets of one slug",
    withRoutes({ a: { b: ["c"] } }) + "      - slug: b\n        title: B\n        endpoints: [{ path: d, title: D }]\n",
    /^11 agencies\[0\]\.datasets\[1\]\.slug: must be unique in its agency/
  ],
  [
    "two endpoints of one path",
    withRoutes({ a: { b: ["c", "d", "c"] } }),
    /^12 .*endpoints\[2\]\.path: must be unique in its dataset.*endpoints\[0\]/
  ],
  [
    "templates that only their parameters' names tell apart",
    withRoutes({ a: { b: ["c/:id", "c/:slug"] } }),
    /^11 .*endpoints\[1\]\.path: must be unique in its dataset/
  ],
  [
    "a scope in two datasets of an agency",
    withRoutes({ a: { b: ["x"], c: ["x"] } }),
    /^14 .*datasets\[1\]\.endpoints\[0\]\.path: makes the scope `a-x-get`, which agencies\[0\]\.datasets\[0\] has/
  ],
  [
    "agencies whose slugs and resources run together",
    withRoutes({ a: { d: ["b-c"] }, "a-b": { d: ["c"] } }),
    /^18 .*path: makes the scope `a-b-c-get`/
  ],
  [
    "an agency that runs together with a preset",
    withPresets("- slug: kota", "  title: T", "  requests: [{ alias: a, opd: diskominfo, dataset: portal-publik, path: events }]").replace(
      "slug: diskominfo",
      "slug: preset-x"
    ).replace("- path: events", "- path: kota").replaceAll("opd: diskominfo", "opd: preset-x").replace("path: events", "path: kota")
      .replace("slug: kota", "slug: x-kota"),
    /^16 presets\[0\]\.slug: makes the scope `preset-x-kota-get`/
  ],
  [
    "two presets of one slug",
    withPresets(
      ...[1, 2].flatMap(
        () => ["- slug: kota", "  title: T", "  requests: [{ alias: a, opd: diskominfo, dataset: portal-publik, path: events }]"]
      )
    ),
    /^19 presets\[1\]\.slug: must be unique/
  ],
  [
    "a preset without requests",
    withPresets("- slug: kota", "  title: T", "  requests: []"),
    /^18 presets\[0\]\.requests: must be a list of 1 to 20 requests/
  ],
  [
    "a preset of 21 requests",
    withPresets(
      "- slug: kota",
      "  title: T",
      `  requests: [${
        Array.from({ length: 21 }, (_, index) => `{ alias: a${index}, opd: diskominfo, dataset: portal-publik, path: events }`).join()
      }]`
    ),
    /^18 presets\[0\]\.requests: must be a list of 1 to 20 requests/
  ],
  [
    "an alias used twice",
    withPresets(
      "- slug: kota",
      "  title: T",
      "  requests:",
      ...[1, 2].map(() => "    - { alias: a, opd: diskominfo, dataset: portal-publik, path: events }")
    ),
    /^20 presets\[0\]\.requests\[1\]\.alias: must be unique in its preset/
  ],
  [
    "an alias with a space",
    withPresets(
      "- slug: kota",
      "  title: T",
      "  requests:",
      "    - { alias: 'a b', opd: diskominfo, dataset: portal-publik, path: events }"
    ),
    /^19 .*alias: must be 1 to 64 of/
  ],
  [
    "a preset of an endpoint that is not there",
    withPresets("- slug: kota", "  title: T", "  requests:", "    - { alias: a, opd: diskominfo, dataset: portal-publik, path: acara }"),
    /^19 presets\[0\]\.requests\[0\]: must be an endpoint of this registry: `diskominfo\/portal-publik\/acara` is none/
  ],
  [
    "a preset with a query parameter that its endpoint does not declare",
    withPresets(
      "- slug: kota",
      "  title: T",
      "  requests:",
      "    - { alias: a, opd: diskominfo, dataset: portal-publik, path: events, query: { limit: 1 } }"
    ),
    /^19 .*query\.limit: must be a query parameter that .* declares: page/
  ],
  [
    "a preset that asks for another form than an entry has",
    withPresets(
      "- slug: kota",
      "  title: T",
      "  requests:",
      "    - { alias: a, opd: diskominfo, dataset: portal-publik, path: events, query: { $format: csv } }"
    ),
    /^19 .*query\["\$format"\]: must be `json`, the only form of an entry/
  ]
]

const proves = (cases: ReadonlyArray<Case>) => {
  it.effect.each(cases.map(([what, text, ...faults]) => ({ what, text, faults })))(
    "refuses $what, with its line and what would be right",
    ({ faults, text }) =>
      Effect.gen(function*() {
        const found = yield* faultsOf(text)
        assert.strictEqual(found.length, faults.length, found.join("\n"))
        faults.forEach((expected, index) => assert.match(found[index] ?? "", expected))
      })
  )
}

describe("a malformed registry", () => proves(malformed))
describe("a registry's values", () => proves(values))
describe("a registry as a whole", () => proves(together))

describe("the faults of a registry", () => {
  it.effect("come all at once, of every kind, in the file's order, one a line", () =>
    Effect.gen(function*() {
      const text =
        `${
          withEndpoint("privat: true", "cache: { fresh: 10 }")
        }          - path: events\n            title: Lagi\n  - slug: aggregate\n    name: A\n    datasets: []\n`
        + `presets:\n  - { slug: kota, title: Kota, requests: [{ alias: a, opd: x, dataset: y, path: z }] }\n`
      const invalid = yield* Effect.flip(loadRegistry(text, "/etc/kota.yaml"))
      const lines = invalid.message.split("\n")
      assert.strictEqual(lines[0], "the registry /etc/kota.yaml has 7 faults")
      assert.deepStrictEqual(lines.slice(1).map((line) => line.split(": ")[0]), [
        "/etc/kota.yaml:11:13 agencies[0].datasets[0].endpoints[0].privat",
        "/etc/kota.yaml:12:22 agencies[0].datasets[0].endpoints[0].cache.fresh",
        "/etc/kota.yaml:15:13 agencies[0].datasets[0].endpoints[1].path",
        "/etc/kota.yaml:17:5 agencies[1].server",
        "/etc/kota.yaml:17:5 agencies[1].slug",
        "/etc/kota.yaml:19:5 agencies[1].datasets",
        "/etc/kota.yaml:21:43 presets[0].requests[0]"
      ])
    }))

  it.effect("never repeat a value, and stay on one line whatever a key holds", () =>
    Effect.gen(function*() {
      const invalid = yield* Effect.flip(
        loadRegistry(withEndpoint("\"a\\nb\\x1b[31m\": 1").replace("http://127.0.0.1:9101", "http://u:rahasia@x"), "registry.yaml")
      )
      assert.strictEqual(invalid.message.split("\n").length, 3)
      assert.notInclude(invalid.message, "rahasia")
      assert.notInclude(invalid.message, "\x1b")
    }))
})
