/** A real headless Chromium, one for all files of a worker: it ends with the worker's process. */
import { AxeBuilder } from "@axe-core/playwright"
import { Effect } from "effect"
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core"
import { assert } from "vitest"

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync"
]

let browser: Promise<Browser> | undefined

export const startBrowser: Effect.Effect<Browser> = Effect.promise(() =>
  browser ??= chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: flags })
)

export interface Look {
  readonly theme?: "light" | "dark"
  /** What the browser asks for; the page's own language. */
  readonly language?: "id" | "en"
  readonly width?: number
  readonly javaScript?: boolean
  /** A complaint of the browser's that belongs to the test, such as the status of a page that is not there. */
  readonly expected?: RegExp
  /** What the browser does before it opens the page, such as taking cookies. */
  readonly before?: (context: BrowserContext) => Promise<void>
}

/** Two looks that have every theme, language and width between them. */
export const looks = [
  { theme: "light", language: "id", width: 1280 },
  { theme: "dark", language: "en", width: 320 }
] as const

/** Opens a page in a window of its own, which is closed after; nothing may have been refused by the page's own policy. */
export const inWindow = async <A>(browser: Browser, look: Look, visit: (page: Page) => Promise<A>): Promise<A> => {
  const context = await browser.newContext({
    colorScheme: look.theme ?? "light",
    locale: look.language === "en" ? "en-GB" : "id-ID",
    viewport: { width: look.width ?? 1280, height: 800 },
    javaScriptEnabled: look.javaScript ?? true
  })
  try {
    await look.before?.(context)
    const page = await context.newPage()
    const complaints: Array<string> = []
    page.on("console", (message) => {
      if (message.type() === "error" && look.expected?.test(message.text()) !== true) complaints.push(message.text())
    })
    page.on("pageerror", (error) => complaints.push(error.message))
    const result = await visit(page)
    assert.deepStrictEqual(complaints, [])
    return result
  } finally {
    await context.close()
  }
}

/**
 * Everything (no page has frames, which legacy mode leaves out) that axe has against the page under WCAG 2.2 AA, with
 * all its parts unfolded.
 */
export const faultsOf = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.locator("details").evaluateAll((all) => all.forEach((one) => one.setAttribute("open", "")))
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags([
    "wcag2a",
    "wcag2aa",
    "wcag21a",
    "wcag21aa",
    "wcag22aa",
    "best-practice"
  ]).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`))
}

/** How much wider than its window the page is. */
export const overflowOf = (page: Page): Promise<number> => page.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth)

/**
 * Goes on with the tab key, at most so many times, until nothing is focused or `reached` says that it was enough.
 *
 * @returns the texts of what was focused, each of which shows that it is
 */
export const tabThrough = async (page: Page, most: number, reached: (text: string) => Promise<boolean>): Promise<ReadonlyArray<string>> => {
  const seen: Array<string> = []
  const focused = page.locator(":focus")
  for (let step = 0; step < most; step++) {
    await page.keyboard.press("Tab")
    if (await focused.count() === 0) break
    const [text, outline] = await focused.evaluate((element) =>
      [element.textContent ?? "", element.ownerDocument.defaultView?.getComputedStyle(element).outlineStyle] as const
    )
    assert.strictEqual(outline, "solid", text)
    seen.push(text)
    if (await reached(text)) break
  }
  return seen
}
