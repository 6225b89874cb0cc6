/** Requests without a valid token, many sent ahead on each connection, until their address hears 429. */
import { sendRaw } from "./RawHttp.ts"

export interface StrangerOptions {
  readonly path?: string
  readonly localAddress?: string
  /** Whole lines, such as `X-Forwarded-For: 203.0.113.5`. */
  readonly headers?: ReadonlyArray<string>
  /** What the connection begins with. */
  readonly before?: Buffer
  readonly authorization?: string
}

const path = "/api/v4/gateway/opd/data/isi"

/** Of one connection: more are not let in ahead of their answers. */
export const atOnce = 60

/** The statuses of so many requests. */
export const strangers = async (url: string, count: number, options: StrangerOptions = {}): Promise<ReadonlyArray<number>> => {
  const fields = [
    ...(options.headers ?? []),
    ...(options.authorization === undefined ? [] : [`Authorization: Bearer ${options.authorization}`])
  ]
  const request = (isLast: boolean) =>
    [`HEAD ${options.path ?? path} HTTP/1.1`, "Host: kota", ...fields, ...(isLast ? ["Connection: close"] : []), "", ""].join("\r\n")
  const before = options.before?.toString("latin1") ?? ""
  const statuses: Array<number> = []
  for (let left = count; left > 0; left -= atOnce) {
    const bytes = before + request(false).repeat(Math.min(left, atOnce) - 1) + request(true)
    const text = await sendRaw(url, bytes, options.localAddress, 30_000)
    statuses.push(...text.matchAll(/^HTTP\/1\.1 (\d+) /gm).map(([, status]) => Number(status)))
  }
  return statuses
}

/** Spends what an address may send without a valid token in a minute. */
export const spendStrangers = async (url: string, options: StrangerOptions = {}): Promise<void> => {
  const statuses = await strangers(url, 1_201, options)
  if (statuses[1_199] !== 401 || statuses[1_200] !== 429) throw new Error(`not the limit: ${statuses.slice(-2).join(" ")}`)
}
