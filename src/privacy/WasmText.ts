/**
 * Assembles the part of the WebAssembly text format that the project's own functions use: folded instructions, named
 * locals and labels, one memory. So what runs can be read where it stands, and nothing has to be built beforehand.
 */

type Expression = string | ReadonlyArray<Expression>

const parse = (text: string): Expression => {
  const lists: Array<Array<Expression>> = [[]]
  for (const token of text.replace(/;;.*/g, "").match(/"[^"]*"|[()]|[^\s()"]+/g) ?? []) {
    if (token === "(") lists.push([])
    else if (token === ")") {
      const list = lists.pop()
      if (list === undefined || lists.length === 0) throw new Error("a bracket closes nothing")
      lists.at(-1)!.push(list)
    } else lists.at(-1)!.push(token)
  }
  return lists[0]![0]!
}

const listOf = (expression: Expression | undefined): ReadonlyArray<Expression> => {
  if (typeof expression !== "object") throw new Error(`a list was expected, not ${expression}`)
  return expression
}

const wordOf = (expression: Expression | undefined): string => {
  if (typeof expression !== "string") throw new Error(`a word was expected, not ${JSON.stringify(expression)}`)
  return expression
}

/** LEB128. */
const unsigned = (value: number): ReadonlyArray<number> => value < 0x80 ? [value] : [value & 0x7f | 0x80, ...unsigned(value >>> 7)]
const signed = (value: number): ReadonlyArray<number> =>
  value >= -64 && value < 64 ? [value & 0x7f] : [value & 0x7f | 0x80, ...signed(value >> 7)]

const types: Readonly<Record<string, number>> = { i32: 0x7f, v128: 0x7b }

/** Instructions without immediates; from 0xfd00 on those with vectors. */
const opcodes: Readonly<Record<string, number>> = {
  return: 0x0f,
  "i32.eqz": 0x45,
  "i32.eq": 0x46,
  "i32.ne": 0x47,
  "i32.lt_s": 0x48,
  "i32.lt_u": 0x49,
  "i32.gt_s": 0x4a,
  "i32.gt_u": 0x4b,
  "i32.clz": 0x67,
  "i32.ctz": 0x68,
  "i32.popcnt": 0x69,
  "i32.add": 0x6a,
  "i32.sub": 0x6b,
  "i32.mul": 0x6c,
  "i32.and": 0x71,
  "i32.or": 0x72,
  "i32.xor": 0x73,
  "i32.shl": 0x74,
  "i32.shr_u": 0x76,
  "i8x16.eq": 0xfd23,
  "i8x16.ne": 0xfd24,
  "i8x16.lt_u": 0xfd26,
  "v128.and": 0xfd4e,
  "v128.or": 0xfd50,
  "i8x16.bitmask": 0xfd64,
  "i8x16.sub": 0xfd71
}

/** Instructions on memory, with an offset that may be left out: `(i32.load offset=4 (…))`. */
const memoryOpcodes: Readonly<Record<string, ReadonlyArray<number>>> = {
  "i32.load": [0x28],
  "i32.load8_u": [0x2d],
  "i32.store": [0x36],
  "i32.store8": [0x3a],
  "v128.load": [0xfd, 0],
  "v128.store": [0xfd, 11]
}

const vectorOpcode = (code: number): ReadonlyArray<number> => [0xfd, ...unsigned(code & 0xff)]

interface Scope {
  readonly functions: ReadonlyArray<string>
  readonly locals: ReadonlyArray<string>
  /** Innermost last. */
  readonly labels: ReadonlyArray<string>
}

const depthOf = ({ labels }: Scope, label: string): number => {
  const at = labels.lastIndexOf(label)
  if (at < 0) throw new Error(`no label ${label}`)
  return labels.length - 1 - at
}

const localOf = ({ locals }: Scope, name: string): number => {
  const at = locals.indexOf(name)
  if (at < 0) throw new Error(`no local ${name}`)
  return at
}

const functionOf = ({ functions }: Scope, name: string): number => {
  const at = functions.indexOf(name)
  if (at < 0) throw new Error(`no function ${name}`)
  return at
}

const all = (expressions: ReadonlyArray<Expression>, scope: Scope, out: Array<number>): void => {
  for (const inner of expressions) instruction(inner, scope, out)
}

/** Writes operands first, as the binary format has them. */
const instruction = (expression: Expression, scope: Scope, out: Array<number>): void => {
  const list = listOf(expression)
  const name = wordOf(list[0])
  const rest = list.slice(1)
  switch (name) {
    case "i32.const":
      out.push(0x41, ...signed(Number(rest[0]) | 0))
      return
    case "v128.const":
      out.push(...vectorOpcode(12), ...new Uint8Array(Int32Array.from(rest.slice(1), Number).buffer))
      return
    case "local.get":
      out.push(0x20, localOf(scope, wordOf(rest[0])))
      return
    case "local.set":
    case "local.tee":
      all(rest.slice(1), scope, out)
      out.push(name === "local.set" ? 0x21 : 0x22, localOf(scope, wordOf(rest[0])))
      return
    case "call":
      all(rest.slice(1), scope, out)
      out.push(0x10, functionOf(scope, wordOf(rest[0])))
      return
    case "block":
    case "loop":
      out.push(name === "loop" ? 0x03 : 0x02, 0x40)
      all(rest.slice(1), { ...scope, labels: [...scope.labels, wordOf(rest[0])] }, out)
      out.push(0x0b)
      return
    case "if":
      all(rest.slice(0, 1), scope, out)
      out.push(0x04, 0x40)
      all(listOf(rest[1]).slice(1), { ...scope, labels: [...scope.labels, ""] }, out)
      out.push(0x0b)
      return
    case "br":
      out.push(0x0c, depthOf(scope, wordOf(rest[0])))
      return
    case "br_if":
      all(rest.slice(1), scope, out)
      out.push(0x0d, depthOf(scope, wordOf(rest[0])))
      return
    default: {
      const access = memoryOpcodes[name]
      if (access !== undefined) {
        const [first] = rest
        const hasOffset = typeof first === "string"
        all(hasOffset ? rest.slice(1) : rest, scope, out)
        out.push(...access, 0, ...unsigned(hasOffset ? Number(first.replace("offset=", "")) : 0))
        return
      }
      const code = opcodes[name]
      if (code === undefined) throw new Error(`no instruction ${name}`)
      all(rest, scope, out)
      if (code < 0x100) out.push(code)
      else out.push(...vectorOpcode(code))
    }
  }
}

const typeOf = (name: Expression | undefined): number => {
  const type = types[wordOf(name)]
  if (type === undefined) throw new Error(`no type ${JSON.stringify(name)}`)
  return type
}

const vector = (items: ReadonlyArray<ReadonlyArray<number>>): ReadonlyArray<number> => [...unsigned(items.length), ...items.flat()]
const sized = (bytes: ReadonlyArray<number>): ReadonlyArray<number> => [...unsigned(bytes.length), ...bytes]
const text = (quoted: string): ReadonlyArray<number> => sized([...Buffer.from(quoted.slice(1, -1))])

const declarations: ReadonlySet<string> = new Set(["export", "param", "result", "local"])

/** @param source `(module (memory (export "…") pages) (func $name (export "…")? (param …) … (result …) (local …) … instructions) …)` */
export const assemble = (source: string): Uint8Array<ArrayBuffer> => {
  const signatures: Array<ReadonlyArray<number>> = []
  const exported: Array<ReadonlyArray<number>> = []
  const bodies: Array<ReadonlyArray<number>> = []
  const memories: Array<ReadonlyArray<number>> = []
  const parts = listOf(parse(source)).slice(1).map(listOf)
  const functions = parts.filter(([kind]) => kind === "func").map(([, name]) => wordOf(name))
  for (const [kind, label, ...rest] of parts) {
    if (kind === "memory") {
      exported.push([...text(wordOf(listOf(label)[1])), 2, memories.length])
      memories.push([0, ...unsigned(Number(rest[0]))])
      continue
    }
    const declared = (what: string) => rest.map(listOf).filter(([head]) => head === what)
    const locals = declared("local")
    for (const [, name] of declared("export")) exported.push([...text(wordOf(name)), 0, bodies.length])
    signatures.push([
      0x60,
      ...vector(declared("param").map(([, , type]) => [typeOf(type)])),
      ...vector(declared("result").map(([, type]) => [typeOf(type)]))
    ])
    const scope = { functions, locals: [...declared("param"), ...locals].map(([, local]) => wordOf(local)), labels: [] }
    const body = [...vector(locals.map(([, , type]) => [1, typeOf(type)]))]
    all(rest.filter((inner) => !declarations.has(wordOf(listOf(inner)[0]))), scope, body)
    body.push(0x0b)
    bodies.push(sized(body))
  }
  const section = (id: number, items: ReadonlyArray<ReadonlyArray<number>>): ReadonlyArray<number> => [id, ...sized(vector(items))]
  return Uint8Array.from([
    0,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0,
    ...section(1, signatures),
    ...section(3, bodies.map((_, index) => [...unsigned(index)])),
    ...section(5, memories),
    ...section(7, exported),
    ...section(10, bodies)
  ])
}
