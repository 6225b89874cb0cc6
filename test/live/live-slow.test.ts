/** A listener who takes nothing: dropped once too much waits, while another of the same feed hears everything. */
import { assert, describe, it } from "@effect/vitest"
import { connect } from "node:net"
import { eventually, suite } from "../support/Suite.ts"
import { address, followedCity, scopes } from "./Followed.ts"

const row = (round: number, n: number) => ({ kode: `K${n}`, isi: `${round}-`.repeat(4_000) })
const rows = (round: number) => Array.from({ length: 40 }, (_, n) => row(round, n))

describe("a listener who takes nothing (fault-148)", () => {
  const at = suite(followedCity({ RATE_LIMIT: "100000" }))

  it("is dropped, and who listens beside them hears every change", { timeout: 120_000 }, async () => {
    const { answers, follow, gateway } = at()
    const token = await gateway.token({ scopes })
    await answers(rows(1000))
    const { hostname, port } = new URL(gateway.url)
    const slow = connect({ host: hostname, port: Number(port) })
    let isClosed = false
    slow.on("close", () => isClosed = true).on("error", () => isClosed = true)
    slow.write(
      `GET /api/v4/gateway/${address} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\nAccept: text/event-stream\r\n\r\n`
    )
    slow.pause()
    const beside = await follow(token)
    await beside.until("the snapshot", ({ event }) => event === "snapshot")
    for (let round = 1001; round <= 1030; round++) {
      await answers(rows(round))
      await beside.until(`round ${round}`, ({ data }) => data.includes(`${round}-${round}-`))
    }
    let text = ""
    slow.setEncoding("utf8").on("data", (piece: string) => text += piece)
    slow.resume()
    await eventually("the slow one's end", () => text.includes("event: end") || isClosed)
    assert.notInclude(text, "1030-1030-")
    assert.isFalse(beside.isOver())
    beside.close()
    slow.destroy()
  })
})
