/** A page that was made for everybody, with the menu of whoever reads it put where `pageText` has a menu. */
import { type Html, html, toText } from "./Html.ts"

const headEnd = Buffer.from("</header>")

/** Where a page has room for what it says to whoever is signed in. */
export const ownPlace: Html = html`<div id="aplikasi-anda"></div>`
const ownMark = Buffer.from(toText(ownPlace))

/** What is escaped holds no tag, so the first is the page's own. */
const before = (page: Buffer, mark: Buffer, part: Html | undefined): Buffer => {
  const at = part === undefined ? -1 : page.indexOf(mark)
  return part === undefined || at === -1 ? page : Buffer.concat([page.subarray(0, at), Buffer.from(toText(part)), page.subarray(at)])
}

/** @param own put before `ownPlace`, where the page has one */
export const withMenu = (page: Uint8Array, menu: Html, own: Html | undefined): Uint8Array =>
  before(before(Buffer.from(page.buffer, page.byteOffset, page.byteLength), headEnd, menu), ownMark, own)
