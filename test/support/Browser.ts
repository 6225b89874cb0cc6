/** A real headless Chromium, one for all files of a worker: it ends with the worker's process. */
import axe from "axe-core"
import { Effect } from "effect"
import { type Browser, type BrowserContext, chromium, type ConsoleMessage, type Page } from "playwright-core"
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

/** Debian's Chromium without its own windows, which takes half the time of the whole one. */
export const chromiumPath = process.env["CHROMIUM"] ?? "/usr/bin/chromium-headless-shell"

let browser: Promise<Browser> | undefined

/** The one that runs; another where it has crashed. */
const running = async (): Promise<Browser> => {
  const before = await browser
  if (before?.isConnected() === true) return before
  browser = chromium.launch({ executablePath: chromiumPath, args: flags })
  return browser
}

export const startBrowser: Effect.Effect<Browser> = Effect.promise(running)

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

const openContext = async (browser: Browser, look: Look): Promise<BrowserContext> => {
  const context = await (browser.isConnected() ? browser : await running()).newContext({
    colorScheme: look.theme ?? "light",
    locale: look.language === "en" ? "en-GB" : "id-ID",
    viewport: { width: look.width ?? 1280, height: 800 },
    javaScriptEnabled: look.javaScript ?? true
  })
  await look.before?.(context)
  return context
}

/** What a visit comes to; nothing may have been refused by the page's own policy. */
const visited = async <A>(page: Page, { expected }: Look, visit: (page: Page) => Promise<A>): Promise<A> => {
  const complaints: Array<string> = []
  const heard = (message: ConsoleMessage) => {
    if (message.type() === "error" && expected?.test(message.text()) !== true) complaints.push(message.text())
  }
  const failed = ({ message }: Error) => complaints.push(message)
  page.on("console", heard).on("pageerror", failed)
  try {
    const result = await visit(page)
    assert.deepStrictEqual(complaints, [])
    return result
  } finally {
    page.off("console", heard).off("pageerror", failed)
  }
}

/** Opens a page in a window of its own, which is closed after. */
export const inWindow = async <A>(browser: Browser, look: Look, visit: (page: Page) => Promise<A>): Promise<A> => {
  const context = await openContext(browser, look)
  try {
    return await visited(await context.newPage(), look, visit)
  } finally {
    await context.close()
  }
}

interface Kept {
  readonly look: Look
  readonly page: Page
}
let kept: Kept | undefined

const closeKept = async (): Promise<void> => {
  const { page } = kept ?? {}
  kept = undefined
  await page?.context().close()
}

const isSame = (one: Look, other: Look): boolean =>
  (["theme", "language", "width", "javaScript", "before"] as const).every((part) => one[part] === other[part])

/**
 * The same in a window that whoever visited with the same look before has left, with all the cookies that it has by now:
 * opening one takes longer than most visits. For visits that only look at pages.
 */
export const inKeptWindow = async <A>(browser: Browser, look: Look, visit: (page: Page) => Promise<A>): Promise<A> => {
  if (kept !== undefined && !isSame(kept.look, look)) await closeKept()
  kept ??= { look, page: await (await openContext(browser, look)).newPage() }
  try {
    const result = await visited(kept.page, look, visit)
    // Nothing of the page goes on, such as a stream that its gateway would have to end.
    await kept.page.goto("about:blank")
    return result
  } catch (error) {
    await closeKept()
    throw error
  }
}

/** Has only what is wrong told: the thousands of places where all is well take longer to be told than to be found. */
const rules: axe.RunOptions = {
  runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
  resultTypes: ["violations"]
}

/** Everything (no page has frames) that axe has against the page under WCAG 2.2 AA, with all its parts unfolded. */
export const faultsOf = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.locator("details").evaluateAll((all) => all.forEach((one) => one.setAttribute("open", "")))
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(document, ${JSON.stringify(rules)})`)
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
