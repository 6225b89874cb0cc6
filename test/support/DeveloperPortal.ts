/** What developers do at the portal over HTTP, and what the pages say. */
import { assert } from "vitest"
import { segmentOf } from "../../src/portal/developer/OwnApplication.ts"
import type { PortalSession } from "./PortalSession.ts"

const entities: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'" }

/** The text of a page, without markup. */
export const textOf = (page: string): string =>
  page.replace(/<style>[\s\S]*?<\/style>/, "").replace(/<[^>]*>/g, " ").replace(
    /&(?:amp|lt|gt|quot|#39);/g,
    (entity) => entities[entity] ?? ""
  ).replace(/\s+/g, " ").trim()

export const applicationAt = (name: string, part = ""): string => `/portal/aplikasi/${segmentOf(name)}${part}`

export const tokenIn = (page: string): string | undefined => /gpr_[A-Za-z0-9_-]{43}/.exec(page)?.[0]
export const secretIn = (page: string): string | undefined => /gps_[A-Za-z0-9_-]{43}/.exec(page)?.[0]

/** The value of the first hidden field of that name on a page. */
export const hiddenIn = (page: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? assert.fail(`no field ${name}`)

export const pageOf = async (response: Response, status = 200): Promise<string> => {
  const text = await response.text()
  assert.strictEqual(response.status, status, textOf(text))
  return text
}

export const create = (
  session: PortalSession,
  name: string,
  scopes: ReadonlyArray<string>,
  fields: Readonly<Record<string, string>> = {}
): Promise<Response> => session.post("/portal/aplikasi/baru", { nama: name, tujuan: "Uji", cakupan: scopes, aksi: "simpan", ...fields })

/** The page that a form led to which made a token or a secret: it is shown to whoever brings the form's cookie. */
export const shownTo = async (session: PortalSession, made: Response): Promise<string> => {
  await pageOf(made.clone(), 303)
  const [carried = ""] = made.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0])
  return pageOf(await session.get(made.headers.get("location") ?? "", { cookie: `${session.cookie}; ${carried}` }))
}

/** Makes an application, and returns the token that was shown. */
export const created = async (session: PortalSession, name: string, scopes: ReadonlyArray<string>): Promise<string> =>
  tokenIn(await shownTo(session, await create(session, name, scopes))) ?? assert.fail("no token was shown")
