/**
 * Names that are markup, script or template, of agencies, datasets, endpoints, presets, applications and people, in a real
 * browser: on every page that shows one, for everybody who may see it, they are nothing but text.
 *
 * The pages are found, not listed: whatever can be reached by links from the first pages of each role, and holds a name.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { AccessRequests } from "../../src/access/AccessRequests.ts"
import { Applications } from "../../src/access/Applications.ts"
import { Developers } from "../../src/access/Developers.ts"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { inWindow, startBrowser } from "../support/Browser.ts"
import { startGateway } from "../support/Gateway.ts"
import { type PortalSession, portalSession } from "../support/PortalSession.ts"
import { neverOpen, suite } from "../support/Suite.ts"

/** In every name, and in nothing else. */
const mark = "nakal"

/** Each would say so by `terkena`, or leave the page. */
const payloads = [
  `${mark}1 <script>terkena=1</script>`,
  `${mark}2"><img src=x onerror=terkena=1>`,
  `${mark}3' onmouseover='terkena=1' autofocus onfocus='terkena=1`,
  `${mark}4 </title></textarea></style><svg onload=terkena=1>`,
  `${mark}5 {{constructor.constructor('terkena=1')()}} \${terkena=1} <%= terkena=1 %>`,
  `${mark}6 --><iframe srcdoc="<script>parent.terkena=1</script>"></iframe><!--`,
  `javascript:terkena=1//${mark}7`,
  `${mark}8 &lt;script&gt;terkena=1&lt;/script&gt; &#60;b&#62;`,
  `${mark}9 <a href="javascript:terkena=1">x</a><base href="//evil.example/"><meta http-equiv=refresh content="0;url=//evil.example/">`,
  `${mark}0 ]]><form action=//evil.example><button>`
] as const
const [script, image, attribute, closing, template, frame, address, entity, links, form] = payloads

const scopes = ["opd-isi-d1-get", "opd-isi-d2-get"]

const at = suite(
  Effect.gen(function*() {
    const browser = yield* startBrowser
    const agency = yield* makeAgencyServer({ behaviour: json({ data: [{ kota: "x" }] }) })
    const dataset = (slug: string, title: string, more: object = {}) => ({
      slug,
      title,
      license: attribute,
      endpoints: [{ path: "isi", title: `${title} isi`, resource: `isi-${slug}`, ...more }, {
        path: "satu/:id",
        title: `${title} satu`,
        resource: `satu-${slug}`,
        examples: { id: "A-1" }
      }]
    })
    const registry = JSON.stringify({
      version: 1,
      agencies: [
        {
          slug: "opd",
          name: script,
          application: image,
          server: agency.url,
          retries: 0,
          breaker: neverOpen,
          datasets: [dataset("d1", image), dataset("d2", attribute), dataset("d3", closing, { private: true })]
        },
        {
          slug: "lain",
          name: template,
          application: address,
          server: agency.url,
          retries: 0,
          breaker: neverOpen,
          datasets: [dataset("d1", frame), dataset("d2", address), dataset("d3", entity), dataset("d4", links)]
        }
      ],
      presets: [{ slug: "pilihan", title: form, requests: [{ alias: "a", opd: "opd", dataset: "d1", path: "isi" }] }]
    })
    const gateway = yield* startGateway(registry)
    const enter = (account: string, options: Partial<Parameters<typeof portalSession>[1]>) =>
      Effect.promise(() => portalSession(gateway, { account, ...options }))
    const developer = yield* enter("budi", { name: closing })
    const clerk = yield* enter("dewi", { name: frame, kind: "civil-servant", agencies: ["opd"] })
    const operator = yield* enter("rina", { name: links, kind: "civil-servant", operator: true })
    yield* Effect.promise(() =>
      gateway.run(
        Effect.gen(function*() {
          yield* (yield* Developers).ensure({ account: "budi", name: closing, kind: "developer" })
          for (const name of payloads) {
            yield* (yield* Applications).create({ name, owner: "budi", purpose: name })
            yield* (yield* Applications).selectScopes(name, scopes)
            yield* (yield* AccessRequests).ask({
              kind: "client-credentials",
              application: name,
              agency: "opd",
              scopes,
              purpose: name,
              by: "budi"
            })
          }
        }).pipe(Effect.orDie)
      )
    )
    yield* Effect.promise(async () => {
      for (const application of payloads) {
        const token = await gateway.token({ application, scopes })
        await (await gateway.get("opd/d1/isi", token)).arrayBuffer()
        await (await gateway.get("opd/d2/isi", token)).arrayBuffer()
      }
      for (
        let attempt = 0;
        attempt < 400 && !(await (await fetch(`${gateway.managementUrl}/metrics`)).text()).includes("gapura_audit_backlog 0");
        attempt++
      ) await new Promise((resolve) => setTimeout(resolve, 30))
    })
    return { browser, gateway, developer, clerk, operator }
  })
)

const most = 90
/** Pages of one kind that are looked at: they are made by the same code. */
const alike = 1
const escaped = (text: string) =>
  text.replaceAll("&amp;", "&").replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", "\"").replaceAll("&#39;", "'")

/** Addresses of one page each that hold a name: of pages alike but for their query or an identifier, the first few. */
const pagesWithNames = async (from: ReadonlyArray<string>, session: PortalSession | undefined): Promise<ReadonlyArray<string>> => {
  const { gateway } = at()
  const seen = new Set(from)
  const kinds = new Map<string, number>()
  const waiting = [...from]
  const found: Array<string> = []
  while (waiting.length > 0 && seen.size < most) {
    const path = waiting.shift() ?? ""
    const response = await fetch(`${gateway.url}${path}`, {
      redirect: "manual",
      headers: { accept: "text/html", ...session === undefined ? {} : { cookie: session.cookie } }
    })
    const text = await response.text()
    if (!(response.headers.get("content-type") ?? "").startsWith("text/html")) continue
    if (text.includes(mark)) found.push(path)
    for (const [, href = ""] of text.matchAll(/<a [^>]*?href="([^"]+)"/g)) {
      const target = URL.canParse(escaped(href), `${gateway.url}${path}`) ? new URL(escaped(href), `${gateway.url}${path}`) : undefined
      assert.isDefined(target, `${path} links to ${href}`)
      assert.strictEqual(target?.origin, gateway.url, `${path} links to ${href}`)
      const next = `${target?.pathname ?? ""}${target?.search ?? ""}`
      const kind = next.replace(/\/portal\/aplikasi\/(?!baru|jelaskan)[^/?]+/, "/portal/aplikasi/*").replace(
        /\/(?:opd|lain)(?=[/?]|$)/,
        "/*"
      ).replace(/\/d\d/, "/d").replace(/(?<!path)=[^&]*/g, "=").replace(/[0-9a-f-]{36}/g, "*")
      const times = kinds.get(kind) ?? 0
      // What anybody may see is looked at as anybody.
      if (session !== undefined && !/^\/portal(?!\/status)/.test(next)) continue
      if (seen.has(next) || times >= alike || /\/(?:export|keluar)|\.csv|\.json|masuk/.test(next)) continue
      kinds.set(kind, times + 1)
      seen.add(next)
      waiting.push(next)
    }
  }
  return found
}

/** Nothing of a name has become an element, an attribute or an address; nothing ran, and nobody else was asked. */
const inert = async (page: Page, path: string): Promise<void> => {
  const { gateway } = at()
  const strangers: Array<string> = []
  page.on("request", (request) => {
    if (!request.url().startsWith(gateway.url)) strangers.push(request.url())
  })
  page.on("dialog", (dialog) => void dialog.dismiss().then(() => strangers.push(`dialog ${dialog.message()}`)))
  const response = await page.goto(`${gateway.url}${path}`, { waitUntil: "load" })
  assert.strictEqual(response?.status(), 200, path)
  const hit: unknown = await page.evaluate("globalThis.terkena")
  const text = await page.locator("html").evaluate((html) => html.textContent ?? "")
  const all: ReadonlyArray<{ readonly tag: string; readonly attributes: ReadonlyArray<readonly [string, string]> }> = await page.locator(
    "*"
  ).evaluateAll((elements) =>
    elements.map((element) => ({
      tag: element.tagName.toLowerCase(),
      attributes: element.getAttributeNames().map((name: string) => [name, element.getAttribute(name) ?? ""] as const)
    }))
  )
  const handlers = all.flatMap(({ attributes, tag }) =>
    attributes.filter(([name]) => name.startsWith("on") || name === "srcdoc" || name === "autofocus").map(([name]) => `${tag} ${name}`)
  )
  const foreign = all.filter(({ attributes, tag }) => {
    const names = attributes.map(([name]) => name)
    return ["iframe", "object", "embed", "base", "img"].includes(tag) || (tag === "meta" && names.includes("http-equiv")) ||
      // Data for search engines is run by nobody.
      (tag === "script" && !names.includes("src") &&
        !attributes.some(([name, value]) => name === "type" && value === "application/ld+json"))
  }).map(({ tag }) => tag)
  const addresses = all.flatMap(({ attributes }) =>
    attributes.filter(([name, value]) =>
      ["href", "src", "action", "formaction"].includes(name) &&
      /^\s*(?:javascript|data|vbscript):|^\/\/|^https?:\/\/evil\.example/i.test(value)
    ).map(([, value]) => value)
  )
  const state = { hit, text, handlers, foreign, addresses }
  assert.isUndefined(state.hit, path)
  assert.deepStrictEqual([state.handlers, state.foreign, state.addresses], [[], [], []], path)
  assert.deepStrictEqual(strangers, [], path)
  assert.strictEqual(new URL(page.url()).pathname, new URL(`${gateway.url}${path}`).pathname, path)
  const values = all.flatMap(({ attributes }) =>
    attributes.filter(([name]) => ["value", "aria-label", "title", "content"].includes(name)).map(([, value]) => value)
  )
  assert.isTrue(state.text.includes(mark) || values.some((value) => value.includes(mark)) || decodeURIComponent(path).includes(mark), path)
  // Whatever is shown of a name is the name, sign for sign.
  for (const payload of payloads) {
    const start = payload.slice(0, mark.length + 1)
    if (start.startsWith(mark) && state.text.includes(start)) {
      assert.isTrue(state.text.includes(payload) || values.includes(payload), `${path}: ${payload}`)
    }
  }
}

const roles: ReadonlyArray<
  readonly [who: string, session: () => PortalSession | undefined, from: ReadonlyArray<string>, atLeast: ReadonlyArray<RegExp>]
> = [
  ["anybody", () => undefined, [
    "/v4/gateway",
    "/v4/gateway?lang=en",
    "/v4/gateway?q=nakal",
    "/portal/status",
    "/docs",
    "/portal/status/opd"
  ], [
    /^\/v4\/gateway$/,
    /^\/v4\/gateway\/\w+$/,
    /^\/v4\/gateway\/\w+\/d\d$/,
    /\?path=isi/,
    /path=satu/,
    /^\/portal\/status$/,
    /^\/portal\/status\/\w+$/
  ]],
  ["a developer", () => at().developer, ["/portal", "/portal/aplikasi", "/portal/aplikasi?lang=en"], [
    /^\/portal$/,
    /^\/portal\/aplikasi$/,
    /aplikasi\/[^/]+$/,
    /penggunaan/,
    /cakupan/,
    /permohonan/,
    /coba/,
    /tutup/,
    /aplikasi\/baru/
  ]],
  ["a civil servant", () => at().clerk, ["/portal", "/portal/opd/opd", "/portal/opd/opd/audit"], [
    /^\/portal\/opd\/opd$/,
    /audit/,
    /titik-akses/,
    /permohonan|permintaan/
  ]],
  ["an operator", () => at().operator, ["/portal", "/portal/operasi", "/portal/opd/lain"], [/^\/portal\/operasi$/, /^\/portal\/opd\/lain$/]]
]

describe("names that would be more than text", () => {
  for (const [who, session, from, atLeast] of roles) {
    it(`fault-103 are inert on every page that shows them to ${who}`, async () => {
      const pages = await pagesWithNames(from, session())
      for (const kind of atLeast) assert.isTrue(pages.some((path) => kind.test(path)), `${kind} among ${pages.join(" ")}`)
      // One window for all of them: what one page left behind would show on the next.
      const entered = session()
      await inWindow(at().browser, entered === undefined ? {} : { before: entered.enter }, async (page) => {
        for (const path of pages) {
          await inert(page, path)
          page.removeAllListeners("request")
          page.removeAllListeners("dialog")
        }
      })
    })
  }
})
