/**
 * What `docs/operations.md` tells to type is typed: every command of its blocks, in an order in which a city could, on a
 * gateway's data. A command that the page gains has to be told here how it is tried.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { settingsTable } from "../../src/settings/SettingsTable.ts"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { type Finished, only, root, run, runHere, start, type Variables } from "../support/CommandLine.ts"
import { makeServedGateway } from "../support/ServedGateway.ts"
import { eventually, registryText } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const page = readFileSync(join(root, "docs/operations.md"), "utf8")

/** Lines of shell, without what is said about them. */
const lines = [...page.matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)]
  .flatMap(([, block = ""]) => block.split("\n"))
  .map((line) => line.replace(/\s+#.*$/, "").trim())
  .filter((line) => line !== "")
const isOurs = (line: string): boolean => /(^|\s)gapura\s/.test(line)

/** Tried elsewhere, or nothing of ours. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  ["npm run -s gapura -- registry check registry.yaml", "here, as `gapura registry check`"],
  ["REGISTRY_FILE=registry.yaml DATA_DIR=/var/lib/gapura npm run -s gapura -- serve", "here: the gateway that everything is tried on"],
  ["gapura() { npm --prefix /opt/gapura run -s gapura -- \"$@\"; }", "drill.test.ts"],
  ["gapura() { npm run -s gapura -- \"$@\"; }", "drill.test.ts, as all of the drill"],
  ["gapura restore /dev/shm/kota.backup", "drill.test.ts"],
  ["gapura serve", "drill.test.ts"],
  ["gapura() { docker compose -p gapura exec -T gapura node -r /app/src/boot.cjs /app/src/main.ts \"$@\"; }", "no engine is at hand"],
  ["gapura() { kubectl -n gapura exec deploy/gapura -c gapura -- node -r /app/src/boot.cjs /app/src/main.ts \"$@\"; }", "nor a cluster"],
  ["gapura audit tail --agency diskominfo", "test/cli/audit-commands.test.ts: it follows until it is stopped"]
])

type Story = ReadonlyArray<readonly [line: string, code?: 1]>

/** With exit code 0, unless another is told. */
const story: Story = [
  ["gapura migrate --check"],
  ["gapura migrate"],
  ["gapura token issue --application peta-kota --scope diskominfo-events-get --json"],
  ["gapura token rotate <tokenId> --overlap \"10 minutes\""],
  ["gapura client create --name sipd --official --scope diskominfo-events-get"],
  ["gapura client rotate <clientId> --overlap \"24 hours\""],
  ["gapura client disable <clientId>"],
  ["gapura developer create u-budi --name \"Budi Santoso\""],
  ["gapura developer list --review"],
  ["gapura developer verify u-budi --agency dinkes --until 2027-05-20"],
  ["gapura developer unverify u-budi"],
  ["gapura developer verify u-budi"],
  ["gapura application create peta --owner u-budi --scope diskominfo-events-get"],
  ["gapura application scopes peta --withdraw diskominfo-events-get"],
  ["gapura developer unverify u-budi"],
  ["gapura request create --application peta --agency dinkes --kind private-access --purpose \"Riset\""],
  ["gapura request approve <requestId> --by rina"],
  ["gapura registry export"],
  ["gapura export openapi-3.1 --opd dlh --out dlh.json"],
  ["gapura audit export --json --from 2026-01-01 --status 403"],
  ["gapura audit find --request 019349a5-3c1e-7d2a-9f8e-3b5a7c9d1e2f"],
  ["gapura audit find --token tok_8f2c --json"],
  ["gapura audit actions --agency dinkes"],
  ["gapura audit ledger --application peta-kota --from 2026-01-01"],
  ["gapura audit key > audit-public.pem"],
  ["gapura audit verify --public-key audit-public.pem"],
  ["gapura audit verify --checkpoint checkpoint.json"],
  ["gapura audit verify"],
  ["gapura audit prune --before 2025-01-01"],
  ["gapura audit load --dir /mnt/gone/journal"],
  ["gapura backup --to kota.backup"],
  ["gapura backup --to - | age -r age1… > kota.backup.age"],
  ["gapura backup --to - | gpg --encrypt --recipient cadangan@kota.example > kota.backup.gpg"],
  ["gapura restore kota.backup", 1],
  ["gapura restore kota.backup --replace"],
  ["gapura serve --no-migrate"],
  ["KEYS_FILE=/etc/gapura/kek gapura serve"],
  ["gapura keys list"],
  ["gapura keys rotate"],
  ["gapura keys rotate kek --to /etc/gapura/kek.new"]
]

const registry = (server: string): string =>
  registryText(["diskominfo", "dinkes", "dlh"].map((slug) => ({
    slug,
    server,
    endpoints: [{ path: "events" }, { path: "pasien", private: true }]
  })))

/** The words of a line, quotation marks gone. */
const wordsOf = (command: string): ReadonlyArray<string> =>
  [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "")

/** What later commands are about is told by earlier ones. */
const learnt = [["<clientId>", /cli_[\w-]+/], ["<requestId>", /req_[\w-]+/]] as const

/** Until it is ready; then it is asked to stop. */
const served = async (words: ReadonlyArray<string>, variables: Variables): Promise<Finished> => {
  const running = start(words, variables)
  await eventually("it is ready", () => {
    assert.isNull(running.child.exitCode, running.stderr())
    return running.stderr().includes("gapura is ready")
  }, 60_000)
  running.child.kill("SIGTERM")
  return running.finished
}

describe("docs/operations.md", () => {
  it("tells of every command how it is tried, and of no other", () => {
    const told = new Set([...story.map(([line]) => line), ...elsewhere.keys()])
    assert.deepStrictEqual([...new Set(lines.filter(isOurs))].filter((line) => !told.has(line)), [])
    assert.deepStrictEqual([...told].filter((line) => !lines.includes(line)), [])
  })

  it("sets only what is a setting, before a command and in a file", () => {
    const known = new Set(Object.values(settingsTable).flatMap(({ isSecret, name }) => isSecret ? [name, `${name}_FILE`] : [name]))
    const set = lines.flatMap((line) => [...line.matchAll(/(?:^|\s)([A-Z][A-Z_]+)=/g)].map(([, name = ""]) => name))
    assert.includeMembers(set, ["REGISTRY_FILE", "KEYS_FILE", "DATABASE_URL"])
    assert.deepStrictEqual(set.filter((name) => !known.has(name)), [])
  })

  it("has commands that all do what they are for", () =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const agency = yield* makeAgencyServer({ behaviour: json({ data: [{ judul: "Agenda" }] }) })
      const directory = yield* tempDirectory
      const at = (name: string): string => join(directory, name)
      /** One with a request or two behind it, and its token; killed, so that some of its records lie in the journal alone. */
      const makeKilled = Effect.gen(function*() {
        const site = yield* makeServedGateway(registry(agency.url))
        const issued = only(
          yield* Effect.promise(() =>
            site.program("token", "issue", "--application", "peta-kota", "--scope", "diskominfo-events-get", "--json")
          )
        )
        const answer = yield* Effect.promise(async () => {
          await eventually("it knows the token", async () => await site.statusOf("diskominfo/data/events", issued["token"]) === 200)
          await eventually("its log is signed", () => existsSync(join(site.variables.DATA_DIR, "audit-checkpoint.json")))
          return site.get("dinkes/data/events", issued["token"])
        })
        assert.strictEqual(answer.status, 403)
        yield* Effect.promise(() => {
          site.gateway.child.kill("SIGKILL")
          return site.gateway.finished
        })
        return { ...site, tokenId: String(issued["tokenId"]), requestId: answer.headers.get("x-request-id") ?? "" }
      })
      const [site, gone] = [yield* makeKilled, yield* makeKilled]
      copyFileSync(join(site.variables.DATA_DIR, "audit-checkpoint.json"), at("checkpoint.json"))
      for (const name of ["kek", "kek.new"]) writeFileSync(at(name), randomBytes(32).toString("hex"), { mode: 0o600 })

      /** What the page has in place of a city's own. */
      const own = new Map([
        ["<tokenId>", site.tokenId],
        ["019349a5-3c1e-7d2a-9f8e-3b5a7c9d1e2f", site.requestId],
        ["tok_8f2c", site.tokenId],
        ["/mnt/gone/journal", join(gone.variables.DATA_DIR, "journal")],
        ["/etc/gapura/kek", at("kek")],
        ["/etc/gapura/kek.new", at("kek.new")],
        ...["dlh.json", "audit-public.pem", "checkpoint.json", "kota.backup"].map((name): [string, string] => [name, at(name)])
      ])
      const environment = new Map<string, string>(Object.entries(site.variables))
      const failed: Array<string> = []
      for (const [line, code = 0] of story) {
        const [, set = "", command = ""] = /^((?:[A-Z_]+=\S+ )*)gapura (.+?)(?: [|>] .*)?$/.exec(line) ?? []
        for (const [, name = "", value = ""] of set.matchAll(/([A-Z_]+)=(\S+)/g)) environment.set(name, own.get(value) ?? value)
        const variables: Variables = Object.fromEntries(environment)
        const words = wordsOf(command).map((word) => own.get(word) ?? word)
        const finished = yield* words[0] === "serve"
          ? Effect.promise(() => served(words, variables))
          : Effect.promise(() => (line.includes("--to -") ? run : runHere)(words, variables))
        if (finished.code !== code) failed.push(`${line}\n${finished.stdout}${finished.stderr}`)
        const file = /> (\S+)$/.exec(line)?.[1]
        if (file !== undefined) writeFileSync(own.get(file) ?? at(file), finished.stdout)
        for (const [what, pattern] of learnt) {
          const found = pattern.exec(finished.stdout)?.[0]
          if (found !== undefined) own.set(what, found)
        }
      }
      assert.deepStrictEqual(failed, [])
    }))))
})
