/** An address of this very origin, from a text that anybody may have made up. */
const somewhere = "http://gapura.invalid"
const printable = /^\/(?![/\\])[\x21-\x7e]*$/

/** Path and query of `text`, or `otherwise` where it leads anywhere else. */
export const localPath = (text: string | null, otherwise = "/portal"): string => {
  if (text === null || !printable.test(text)) return otherwise
  const url = URL.parse(text, somewhere)
  // `/.//elsewhere` and `/x/..\/elsewhere` become a path that a browser takes for another host.
  return url === null || url.origin !== somewhere || url.pathname.startsWith("//") ? otherwise : `${url.pathname}${url.search}`
}
