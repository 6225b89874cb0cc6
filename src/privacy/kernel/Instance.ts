/** `kernel.wasm`, compiled once, and what an instance of it can do. */
import { readFileSync } from "node:fs"

export interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer }
  readonly run: (length: number, isLast: number) => number
  readonly tells: (length: number, ofThing: number) => number
  readonly findIn: (length: number, given: number, asked: number) => number
  readonly nameIn: (length: number) => number
  readonly readOn: (from: number, length: number) => number
  readonly select: (base: number, nodes: number) => void
  readonly configure: (longest: number) => void
  readonly judge: (nodes: number) => void
  readonly begin: () => void
  readonly sow: (low: number, high: number) => void
  readonly add: (code: number) => void
  readonly addCue: (from: number, to: number, bits: number, more: number) => void
}

/** Node has it, unless it is started without, and its types do not tell. */
declare const WebAssembly: undefined | {
  readonly Module: new(bytes: Uint8Array) => object
  readonly Instance: new(module: object, imports: object) => { readonly exports: object }
}

export const isExports = (exports: object): exports is Exports => "memory" in exports && "run" in exports

export const instance = (imports: object): object => {
  if (typeof WebAssembly === "undefined") {
    throw new Error("gapura masks personal data with WebAssembly, which this Node is started without (--jitless?): it does not run so")
  }
  module ??= new WebAssembly.Module(readFileSync(new URL("kernel.wasm", import.meta.url)))
  return new WebAssembly.Instance(module, imports).exports
}
let module: object | undefined
