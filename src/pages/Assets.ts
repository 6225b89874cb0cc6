/**
 * The ES modules and style sheets that pages of the portal may load: every file of `assets`, and the chart library's own
 * two, at an address that has its content's hash in it and may therefore be kept for ever. A module imports another as
 * `./name.js`.
 */
import { hash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"

export interface Asset {
  readonly address: string
  readonly text: string
  readonly contentType: string
}

const directory = new URL("assets/", import.meta.url)
const assetsPath = "/portal/aset"

const importPattern = /(\bfrom\s*|\bimport\s*\(?\s*)"\.\/([\w-]+)\.js"/g

/** The library's small build is a script that makes one name; its module is three times as large. */
const library: Readonly<Record<string, () => string>> = {
  "uplot.js": () => `${readFileSync(new URL(import.meta.resolve("uplot/dist/uPlot.iife.min.js")), "utf8")}\nexport default uPlot\n`,
  "uplot.css": () => readFileSync(new URL(import.meta.resolve("uplot/dist/uPlot.min.css")), "utf8")
}

const loadAssets = (): ReadonlyMap<string, Asset> => {
  const loaded = new Map<string, Asset>()
  const load = (file: string): Asset => {
    const known = loaded.get(file)
    if (known !== undefined) return known
    const source = library[file]?.() ?? readFileSync(new URL(file, directory), "utf8")
    const [name = "", kind = ""] = file.split(".")
    const text = source.replace(importPattern, (_, start: string, imported: string) => `${start}"${load(`${imported}.js`).address}"`)
    const asset = {
      text,
      address: `${assetsPath}/${name}.${hash("sha256", text, "hex").slice(0, 16)}.${kind}`,
      contentType: kind === "js" ? "text/javascript; charset=utf-8" : "text/css; charset=utf-8"
    }
    loaded.set(file, asset)
    return asset
  }
  for (const file of [...readdirSync(directory), ...Object.keys(library)]) if (/\.(?:js|css)$/.test(file)) load(file)
  return loaded
}

let assets: ReadonlyMap<string, Asset> | undefined
/** By file name; read once, when first needed. */
export const portalAssets = (): ReadonlyMap<string, Asset> => assets ??= loadAssets()

/** @param name without its ending, such as `copy` */
export const assetAddress = (name: string, kind: "js" | "css" = "js"): string => {
  const asset = portalAssets().get(`${name}.${kind}`)
  if (asset === undefined) throw new Error(`there is no ${name}.${kind} in src/pages/assets`)
  return asset.address
}
