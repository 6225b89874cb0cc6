/**
 * What a newcomer reads first: where everything is, a token, and five commands to paste.
 *
 * Gotchas: `dlh` is the agency to break because its readings have no fresh time and its circuit tries again after
 * 10 s: the stale copy shows at the very next call, the closed circuit soon after healing.
 */
import { lifetimeWords } from "../domain/Limits.ts"
import { city, placedEndpoints } from "./City.ts"
import type { SignOnAccount } from "./SignOnAccounts.ts"

export interface GuideFacts {
  /** Public address of the gateway, without a trailing slash. */
  readonly baseUrl: string
  /** Address of the management listener; absent where there is none. */
  readonly managementUrl?: string
  readonly token: string
  readonly tokenLifetimeMillis: number
  /** As DATA_DIR was given; the commands name it where it is not the default. */
  readonly dataDir?: string
  /** By which the demo runs in a container: commands are run in there, and its boards are published. Absent outside of one. */
  readonly composeFile?: string | undefined
  /** Who can sign in at the portal with one click. */
  readonly portal?: ReadonlyArray<SignOnAccount> | undefined
  /** More addresses to list, label first. */
  readonly more?: ReadonlyArray<readonly [label: string, url: string]>
}

export interface GuideCommand {
  readonly title: string
  readonly command: string
  /** What to look at in the answer. */
  readonly expect: string
}

const agencyToBreak = "dlh"
const datasetToRead = `${agencyToBreak}/kualitas-udara/terkini`
const privateDataset = "disdukcapil/penduduk"
const aggregate = {
  strategy: "keyed",
  requests: [
    { alias: "agenda", opd: "diskominfo", dataset: "portal-publik", path: "events" },
    { alias: "jalan", opd: "dpupr", dataset: "jalan", path: "", query: { limit: 3 } },
    { alias: "warga", opd: "disdukcapil", dataset: "penduduk", path: "" }
  ]
}

/** For a POSIX shell; left bare where nothing needs quoting. */
const quote = (text: string): string => /^[A-Za-z0-9_./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

const isDefault = (dataDir: string | undefined): boolean => dataDir === undefined || dataDir === "./data" || dataDir === "data"

const gapura = ({ composeFile, dataDir }: GuideFacts, words: string): string => {
  const command = `npm run gapura -- ${words}`
  if (composeFile !== undefined) return `docker compose -f ${quote(composeFile)} exec gapura ${command}`
  return `${isDefault(dataDir) ? "" : `DATA_DIR=${quote(dataDir ?? "")} `}${command}`
}

export const guideCommands = (facts: GuideFacts): ReadonlyArray<GuideCommand> => {
  const { baseUrl, portal, token } = facts
  const curl = `curl -i -H 'Authorization: Bearer ${token}'`
  const gateway = `${baseUrl}/api/v4/gateway`
  return [
    {
      title: "A dataset (kualitas udara)",
      command: `${curl} ${quote(`${gateway}/${datasetToRead}`)}`,
      expect: "200 and the standard envelope"
    },
    {
      title: "A private dataset (data penduduk)",
      command: `${curl} ${quote(`${gateway}/${privateDataset}`)}`,
      expect: `403 private-endpoint: the scope is there, the verified account is not${
        portal === undefined ? "" : `. Paste its X-Request-Id at ${baseUrl}/portal/aplikasi/jelaskan as ${portal[0]?.name}`
      }`
    },
    {
      title: "Three agencies in one round trip (agregat)",
      command: `${curl} -H 'Content-Type: application/json' -d ${quote(JSON.stringify(aggregate))} ${quote(`${gateway}/aggregate`)}`,
      expect: "200: names and telephones of agenda are masked, jalan is the slow agency, warga is refused by itself"
    },
    {
      title: "A preset (ringkasan kota)",
      command: `${curl} ${quote(`${gateway}/preset/${city.presets[0]?.slug ?? ""}`)}`,
      expect: "200, and X-Cache: HIT when you repeat it within a minute"
    },
    {
      title: `Break an agency (${agencyToBreak})`,
      command: gapura(facts, `demo break ${agencyToBreak}`),
      expect: "command 1 still answers 200, now with X-Cache: STALE-CIRCUIT; after five calls the circuit is open"
    }
  ]
}

/** @returns lines of plain text, ending with a newline */
export const writeGuide = (facts: GuideFacts): string => {
  const endpoints = placedEndpoints()
  const privates = endpoints.filter(({ endpoint }) => endpoint.private === true).length
  const addresses: ReadonlyArray<readonly [string, string]> = [
    ["Portal", `${facts.baseUrl}/portal`],
    ["Catalogue (katalog)", `${facts.baseUrl}/v4/gateway`],
    ["Gateway (gerbang data)", `${facts.baseUrl}/api/v4/gateway`],
    ["API reference", `${facts.baseUrl}/docs`],
    ...(facts.managementUrl === undefined ? [] : [["Health and metrics", `${facts.managementUrl}/metrics`] as const]),
    ...(facts.composeFile === undefined ? [] : [["Boards (Grafana)", "http://127.0.0.1:3000"] as const]),
    ...(facts.more ?? [])
  ]
  const width = Math.max(...addresses.map(([label]) => label.length))
  return [
    `Selamat datang di ${city.name}, a city that does not exist.`,
    `${city.agencies.length} agencies, ${endpoints.length} endpoints, ${privates} of them private. `
    + "People and figures are synthetic, areas are real; at the first start charts show a month of calls that is made up, too.",
    "",
    ...addresses.map(([label, url]) => `  ${label.padEnd(width)}  ${url}`),
    "",
    ...(facts.portal === undefined
      ? []
      : [
        `Sign in at the portal with one click, once the log says that the sign-on is ready: ${
          facts.portal.map(({ about: [, who], name }) => `${name} (${who})`).join(", ")
        }.`,
        ""
      ]),
    `Demo token, ${lifetimeWords(facts).en}, shown once:`,
    "",
    `  ${facts.token}`,
    "",
    "Paste these into another terminal:",
    ...guideCommands(facts).flatMap(({ command, expect, title }, i) => ["", `${i + 1}. ${title}`, `   ${command}`, `   → ${expect}`]),
    "",
    `Heal it with: ${gapura(facts, `demo heal ${agencyToBreak}`)}`,
    "Command 1 closes the circuit at its first call after about 10 seconds: X-Cache is gone and the readings come from the agency.",
    "Stop with Ctrl-C.",
    ""
  ].join("\n")
}
