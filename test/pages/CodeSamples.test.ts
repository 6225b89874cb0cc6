/** Code samples as whoever copies them runs them: what is installed here is run, of the rest the text is looked at. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll } from "vitest"
import { codeSamples, type SampledRequest } from "../../src/pages/CodeSamples.ts"
import { json } from "../support/AgencyServer.ts"
import { startCity } from "../support/StartCity.ts"
import { suite } from "../support/Suite.ts"

const scratch = mkdtempSync(join(tmpdir(), "gapura-samples-"))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const at = suite(Effect.gen(function*() {
  const { gateway } = yield* startCity({
    diskominfo: {
      "/internal/events": json({ data: [{ id: 1, judul: "Pasar 'malam'" }] }),
      "/internal/acara/a%22b'c": json({ data: { id: "khas" } })
    }
  })
  return { gateway, token: yield* Effect.promise(() => gateway.token({ scopes: ["diskominfo-events-get", "diskominfo-acara-get"] })) }
}))

const execute = promisify(execFile)
const sampleIn = (name: string, request: SampledRequest): string =>
  codeSamples(request).find((sample) => sample.name === name)?.code ?? assert.fail(`no ${name}`)

/** What the sample prints. */
const printed = async (name: string, request: SampledRequest): Promise<string> => {
  const file = join(scratch, name === "JavaScript" ? "sample.mjs" : "sample")
  writeFileSync(file, sampleIn(name, request))
  const program = { curl: "sh", JavaScript: process.execPath, Python: "python3" }[name] ?? assert.fail(name)
  return (await execute(program, [file], { env: { PATH: process.env["PATH"], TOKEN: at().token, CLIENT_ID: "x", CLIENT_SECRET: "y" } }))
    .stdout
}

const ran = ["curl", "JavaScript", "Python"] as const
const address = (path: string): string => `${at().gateway.url}${path}`
const body = {
  json: JSON.stringify(
    { strategy: "keyed", requests: [{ alias: "a", opd: "diskominfo", dataset: "portal-publik", path: "events" }] },
    null,
    2
  )
}

describe.each(ran)("a sample in %s", (name) => {
  it("reads an endpoint with the token of the environment", async () => {
    const url = address("/api/v4/gateway/diskominfo/portal-publik/events")
    assert.include(await printed(name, { url, as: "token", envelope: true }), "Pasar")
  })

  it("survives what an address may hold", async () => {
    const url = address("/api/v4/gateway/diskominfo/portal-publik/acara/a%22b'c")
    assert.include(await printed(name, { url, as: "token", envelope: true }), "khas")
  })

  it("sends an aggregate, and asks for a token as a form with the client's secret", async () => {
    const aggregate = { url: address("/api/v4/gateway/aggregate"), as: "token", envelope: true, body } as const
    assert.include(await printed(name, aggregate), "success")
    const form = [["grant_type", "client_credentials"], ["scope", "*"]] as const
    const refused = { url: address("/oauth/token"), as: "client", envelope: false, body: { form } } as const
    // Nobody has that secret: a 401 in the words of RFC 6749 is what a well-formed question hears.
    const heard = name === "Python" ? await printed(name, refused).catch((error: unknown) => String(error)) : await printed(name, refused)
    assert.match(heard, /invalid_client|HTTP Error 401/)
  })
})

describe("a sample that is not run here", () => {
  it("in Go imports what it uses and nothing else", () => {
    const url = "https://gerbang.kota.example/x"
    const form = { form: [["token", { env: "TOKEN" }]] } as const
    for (
      const request of [
        { url, as: "token", envelope: true },
        { url, as: "token", envelope: true, body },
        { url, as: "client", envelope: false, body: form },
        { url, as: "anybody", envelope: false }
      ] satisfies ReadonlyArray<SampledRequest>
    ) {
      const code = sampleIn("Go", request)
      const [, imports = "", main = ""] = /import \(\n([\s\S]*?)\n\)\n([\s\S]*)/.exec(code) ?? assert.fail(code)
      const imported = imports.split("\n").map((line) => /(\w+)"$/.exec(line)?.[1] ?? assert.fail(line))
      for (const name of imported) assert.match(main, new RegExp(`\\b${name}\\.[A-Z]`), code)
      const used = new Set([...main.replaceAll(/"[^"\n]*"|`[^`]*`/g, "").matchAll(/\b([a-z]+)\.[A-Z]/g)].map(([, name = ""]) => name))
      assert.sameMembers([...used].filter((name) => !["request", "response"].includes(name)), imported, code)
    }
  })

  it("in R and PHP reads the token of the environment and quotes what it is given", () => {
    const request = { url: "https://gerbang.kota.example/a'b\"c\\d", as: "token", envelope: true } as const
    assert.include(
      sampleIn("R", request),
      "request(\"https://gerbang.kota.example/a'b\\\"c\\\\d\") |>\n  req_auth_bearer_token(Sys.getenv(\"TOKEN\"))"
    )
    assert.include(sampleIn("PHP", request), "file_get_contents('https://gerbang.kota.example/a\\'b\"c\\\\d', false, $context)")
    assert.include(sampleIn("PHP", request), "'Authorization: Bearer ' . getenv('TOKEN')")
  })
})
