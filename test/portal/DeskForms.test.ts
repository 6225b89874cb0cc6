/** Forms of a desk that are sent as they were shown: they change nothing, and take as much text as they say. */
import { Effect, Schema } from "effect"
import { assert, describe, it } from "vitest"
import { toText } from "../../src/pages/Html.ts"
import { DatasetForm, datasetForm, datasetSettings, linesTooLong } from "../../src/portal/desk/DatasetForm.ts"
import type { Desk } from "../../src/portal/desk/DeskFrame.ts"
import { RuleForm, ruleForm, ruleSettings } from "../../src/portal/desk/RuleForm.ts"
import { settingWords } from "../../src/portal/desk/SettingWords.ts"
import { fieldsOf } from "../../src/portal/PortalRequest.ts"
import { loadRegistry } from "../../src/registry/LoadRegistry.ts"
import { emptyDatasetForm } from "../support/DatasetForm.ts"

const endpointWith = (rules: string) =>
  Effect.runSync(loadRegistry(
    `version: 1
agencies:
  - slug: dlh
    name: DLH
    server: http://10.0.0.1
    datasets:
      - slug: taman
        title: Taman
        about:
          description: |
            Taman kota.
            Semua.
        endpoints:
          - { path: daftar, title: Daftar${rules} }
`,
    "registry.yaml"
  )).endpoints[0] ?? assert.fail("no endpoint")

/** What a browser sends of the form as it was shown. */
const sentOf = (page: string): URLSearchParams => {
  const sent = new URLSearchParams()
  for (const [tag] of page.matchAll(/<input [^>]*>/g)) {
    const [, name = ""] = / name="([^"]*)"/.exec(tag) ?? []
    const [, value = ""] = / value="([^"]*)"/.exec(tag) ?? []
    if (!/type="(?:radio|checkbox)"/.test(tag) || tag.includes(" checked")) sent.append(name, value)
  }
  return sent
}
const decodeRules = Schema.decodeUnknownSync(RuleForm)
const decodeDataset = Schema.decodeUnknownSync(DatasetForm)

const deskOf = {
  agency: { slug: "dlh" },
  setting: settingWords.id,
  visit: { language: "id", at: (path: string) => path, session: undefined, query: new URLSearchParams() }
} as unknown as Desk

describe("the rules of an endpoint, sent as they were shown", () => {
  it.each([
    "",
    ", cache: { stale: 10 minutes }",
    ", cache: { stale: 1 millis, fresh: 1 millis }",
    ", maxBytes: 500 KiB",
    ", maxBytes: 1 MB, cache: { stale: 5 minutes }"
  ])("are what they were:%s", (rules) => {
    const endpoint = endpointWith(rules)
    const form = decodeRules(fieldsOf(sentOf(toText(ruleForm(deskOf, endpoint, 0)))))
    assert.deepStrictEqual(ruleSettings(endpoint, form), [])
    const other = ruleSettings(endpoint, { ...form, basi: 2, besar: 3 })
    assert.deepStrictEqual(other.map(({ value }) => value), ["2 hours", "3145728 B"])
  })
})

const about = (keterangan: string) => decodeDataset(fieldsOf(new URLSearchParams({ ...emptyDatasetForm, seen: "0", keterangan })))

describe("what is told about a dataset", () => {
  it("is what it was when it is sent as it was shown, though the file's text ends with a line", () => {
    const { dataset } = endpointWith("")
    assert.strictEqual(dataset.about?.description, "Taman kota.\nSemua.\n")
    assert.deepStrictEqual(datasetSettings(dataset, about("Taman kota.\r\nSemua.\r\n")), [])
  })

  it("has its 2,000 characters as a browser counts them, where a line ends in one", () => {
    const text = `${"a".repeat(999)}\r\n${"b".repeat(1_000)}`
    assert.strictEqual(about(text).keterangan.length, 2_000)
  })

  it("may have a line as long as the registry file has it, and one that is changed as long as a desk's", () => {
    const contact = "Data kota ".repeat(30).slice(0, 250)
    const dataset = { ...endpointWith("").dataset, about: { contact: contact.trim() }, license: "L".repeat(300) }
    const page = toText(datasetForm(deskOf, dataset, 0))
    const told = decodeDataset(fieldsOf(new URLSearchParams({ ...emptyDatasetForm, ...Object.fromEntries(sentOf(page)) })))
    assert.deepStrictEqual(datasetSettings(dataset, told), [])
    const changed = datasetSettings(dataset, { ...told, kontak: `${contact.trim()}!`, sumber: "x".repeat(200), wilayah: "x".repeat(201) })
    assert.deepStrictEqual(linesTooLong(changed), ["wilayah", "kontak"])
    assert.match(page, /id="sumber"[^>]* maxlength="200"/)
    assert.match(page, /id="lisensi"[^>]* maxlength="300"/)
  })
})
