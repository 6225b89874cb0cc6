/**
 * Callers who leave while a request of theirs waits behind another on its connection, its body half sent. An error that
 * nobody hears would end the gateway; here it fails the run.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { once } from "node:events"
import { connect } from "node:net"
import { answer, delay } from "../support/AgencyServer.ts"
import { publicScopes } from "../support/Registries.ts"
import { startCity } from "../support/StartCity.ts"
import { eventually, pause, suite } from "../support/Suite.ts"

const at = suite(Effect.gen(function*() {
  const made = yield* startCity({ diskominfo: { "/internal/events": delay(400, answer({ body: "[]" })) } })
  return { ...made, token: yield* Effect.promise(() => made.gateway.token({ scopes: publicScopes })) }
}))

const head = (line: string, fields: string) =>
  `${line} HTTP/1.1\r\nHost: kota\r\nAuthorization: Bearer ${at().token}\r\n${fields}Content-Length: 100\r\n\r\n`
const form = "Content-Type: application/x-www-form-urlencoded\r\n"
const behind = {
  "an aggregate": () => `${head("POST /api/v4/gateway/aggregate", "Content-Type: application/json\r\n")}{"x`,
  "a question for a token": () => `${head("POST /oauth/token", form)}grant_type=`,
  "a form of the portal": () => `${head("POST /portal/keluar", `${form}Origin: ${at().gateway.url}\r\n`)}csrf=`,
  "a GET with a body": () => `${head("GET /api/v4/gateway/diskominfo/portal-publik/events", "")}x`
}

describe("a caller who leaves with half a request behind another one", () => {
  for (const [name, bytes] of Object.entries(behind)) {
    it(`fault-161 ends nobody's gateway: ${name}`, async () => {
      const { diskominfo, gateway, token } = at()
      for (const how of ["destroy", "resetAndDestroy", "end"] as const) {
        const asked = diskominfo.calls.length
        const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1")
        const first = `GET /api/v4/gateway/diskominfo/portal-publik/events?page=${name.length}${how} HTTP/1.1\r\nHost: kota\r\n`
        socket.on("error", () => {}).resume().write(`${first}Authorization: Bearer ${token}\r\n\r\n${bytes()}`)
        await eventually("the agency is asked", () => diskominfo.calls.length > asked)
        await pause(20)
        socket[how]()
        await once(socket, "close")
        assert.strictEqual((await fetch(`${gateway.url}/v4/gateway`)).status, 200)
      }
    })
  }
})
