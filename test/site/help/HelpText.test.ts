import { assert, describe, it } from "@effect/vitest"
import { toText } from "../../../src/pages/Html.ts"
import { helpText } from "../../../src/site/help/HelpText.ts"

describe("a city's own text", () => {
  it.each([
    ["", ""],
    ["Satu\nbaris.\r\n\r\nDua.", "<p>Satu\nbaris.</p><p>Dua.</p>"],
    ["# Judul\n## Bagian\nisi", "<h2>Judul</h2><h3>Bagian</h3><p>isi</p>"],
    ["- a\n- b\nlagi\n\n- c", "<ul><li>a</li><li>b\nlagi</li></ul><ul><li>c</li></ul>"],
    ["x https://a.example/b?c=1&d=2, y", `<p>x <a href="https://a.example/b?c=1&amp;d=2">https://a.example/b?c=1&amp;d=2</a>, y</p>`],
    ["Surel: a.b@kota.example.", `<p>Surel: <a href="mailto:a.b@kota.example">a.b@kota.example</a>.</p>`],
    ["javascript:alert(1) <b>", "<p>javascript:alert(1) &lt;b&gt;</p>"],
    ["Data **tidak** dijual, `**` dan 2 ** 3 ** 4 tetap.", "<p>Data <strong>tidak</strong> dijual, `**` dan 2 ** 3 ** 4 tetap.</p>"],
    ["- **Surel**: a@kota.example", `<ul><li><strong>Surel</strong>: <a href="mailto:a@kota.example">a@kota.example</a></li></ul>`],
    [
      "**<b>** [kebijakan](https://kota.example/a), [x](javascript:1)",
      `<p><strong>&lt;b&gt;</strong> <a href="https://kota.example/a">kebijakan</a>, [x](javascript:1)</p>`
    ],
    ["#bukan judul", "<p>#bukan judul</p>"]
  ])("%j", (given, expected) => {
    assert.strictEqual(toText(helpText(given)), expected)
  })
})
