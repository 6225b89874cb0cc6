/** OTLP's protocol buffers read into the shape that its JSON has: the fields that are looked at, the rest is skipped. */

type Kind = "string" | "hex" | "varint" | "bool" | "fixed32" | "fixed64" | "double" | "fixed64s" | "doubles" | (() => Message)
type Field = readonly [name: string, kind: Kind, many?: "many"]
type Message = Readonly<Record<number, Field>>

const anyValue: Message = {
  1: ["stringValue", "string"],
  2: ["boolValue", "bool"],
  3: ["intValue", "varint"],
  4: ["doubleValue", "double"],
  5: ["arrayValue", () => ({ 1: ["values", () => anyValue, "many"] })],
  6: ["kvlistValue", () => ({ 1: ["values", () => keyValue, "many"] })]
}
const keyValue: Message = { 1: ["key", "string"], 2: ["value", () => anyValue] }
const attributes = (): Message => keyValue
const resource: Message = { 1: ["attributes", attributes, "many"] }
const scope: Message = { 1: ["name", "string"], 2: ["version", "string"] }
const link: Message = { 1: ["traceId", "hex"], 2: ["spanId", "hex"], 4: ["attributes", attributes, "many"] }
const span: Message = {
  1: ["traceId", "hex"],
  2: ["spanId", "hex"],
  3: ["traceState", "string"],
  4: ["parentSpanId", "hex"],
  5: ["name", "string"],
  6: ["kind", "varint"],
  7: ["startTimeUnixNano", "fixed64"],
  8: ["endTimeUnixNano", "fixed64"],
  9: ["attributes", attributes, "many"],
  11: ["events", () => ({ 2: ["name", "string"] }), "many"],
  13: ["links", () => link, "many"],
  15: ["status", () => ({ 2: ["message", "string"], 3: ["code", "varint"] })]
}
const numberPoint: Message = {
  2: ["startTimeUnixNano", "fixed64"],
  3: ["timeUnixNano", "fixed64"],
  4: ["asDouble", "double"],
  6: ["asInt", "fixed64"],
  7: ["attributes", attributes, "many"]
}
const histogramPoint: Message = {
  2: ["startTimeUnixNano", "fixed64"],
  3: ["timeUnixNano", "fixed64"],
  4: ["count", "fixed64"],
  5: ["sum", "double"],
  6: ["bucketCounts", "fixed64s"],
  7: ["explicitBounds", "doubles"],
  9: ["attributes", attributes, "many"]
}
const metric: Message = {
  1: ["name", "string"],
  2: ["description", "string"],
  3: ["unit", "string"],
  5: ["gauge", () => ({ 1: ["dataPoints", () => numberPoint, "many"] })],
  7: [
    "sum",
    () => ({ 1: ["dataPoints", () => numberPoint, "many"], 2: ["aggregationTemporality", "varint"], 3: ["isMonotonic", "bool"] })
  ],
  9: ["histogram", () => ({ 1: ["dataPoints", () => histogramPoint, "many"], 2: ["aggregationTemporality", "varint"] })]
}
const logRecord: Message = {
  1: ["timeUnixNano", "fixed64"],
  2: ["severityNumber", "varint"],
  3: ["severityText", "string"],
  5: ["body", () => anyValue],
  6: ["attributes", attributes, "many"],
  8: ["flags", "fixed32"],
  9: ["traceId", "hex"],
  10: ["spanId", "hex"],
  11: ["observedTimeUnixNano", "fixed64"]
}

const request = (of: string, inScope: string, items: string, item: Message): Message => ({
  1: [of, () => ({
    1: ["resource", () => resource],
    2: [inScope, () => ({ 1: ["scope", () => scope], 2: [items, () => item, "many"] }), "many"]
  }), "many"]
})

const requests = {
  traces: request("resourceSpans", "scopeSpans", "spans", span),
  metrics: request("resourceMetrics", "scopeMetrics", "metrics", metric),
  logs: request("resourceLogs", "scopeLogs", "logRecords", logRecord)
} as const

const decode = (bytes: Buffer, message: Message): Record<string, unknown> => {
  const found: Record<string, unknown> = {}
  for (const field of Object.values(message)) if (field[2] === "many") found[field[0]] = []
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n;; shift += 7n) {
      const byte = bytes[at++] ?? 0
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  while (at < bytes.length) {
    const key = Number(varint())
    const wire = key & 7
    const length = wire === 2 ? Number(varint()) : 0
    const from = at
    const number = wire === 0 ? varint() : undefined
    at += wire === 1 ? 8 : wire === 5 ? 4 : length
    const field = message[key >> 3]
    if (field === undefined) continue
    const [name, kind, many] = field
    const part = bytes.subarray(from, at)
    const value = valueOf(kind, part, number ?? 0n)
    if (many === undefined) found[name] = value
    else found[name] = [...Array.isArray(found[name]) ? found[name] : [], value]
  }
  return found
}

const each = (part: Buffer, read: (at: number) => string | number) => Array.from({ length: part.length / 8 }, (_, index) => read(8 * index))

const valueOf = (kind: Kind, part: Buffer, number: bigint): unknown => {
  if (typeof kind === "function") return decode(part, kind())
  switch (kind) {
    case "string":
      return part.toString()
    case "hex":
      return part.toString("hex")
    case "varint":
      return Number(BigInt.asIntN(64, number))
    case "bool":
      return number !== 0n
    case "fixed32":
      return part.readUInt32LE()
    case "fixed64":
      return String(part.readBigInt64LE())
    case "double":
      return part.readDoubleLE()
    case "fixed64s":
      return each(part, (at) => String(part.readBigInt64LE(at)))
    case "doubles":
      return each(part, (at) => part.readDoubleLE(at))
  }
}

export const decodeProtobuf = (kind: keyof typeof requests, bytes: Buffer): unknown => decode(bytes, requests[kind])
