/** A page that was made for everybody, with the menu of whoever reads it put where `pageText` has a menu. */
import { type Html, toText } from "./Html.ts"

const headEnd = Buffer.from("</header>")

/** What is escaped holds no tag, so the first is the page's own. */
export const withMenu = (page: Uint8Array, menu: Html): Uint8Array => {
  const bytes = Buffer.from(page.buffer, page.byteOffset, page.byteLength)
  const end = bytes.indexOf(headEnd)
  return end === -1 ? page : Buffer.concat([bytes.subarray(0, end), Buffer.from(toText(menu)), bytes.subarray(end)])
}
