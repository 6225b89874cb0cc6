/** One call of a webhook against a real server: what a name resolves to is asked of the guard, and time is bounded. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { callWebhook, type WebhookGuard, webhookUrl } from "../../src/notices/Webhook.ts"
import { AddressGuard } from "../../src/upstream/AddressGuard.ts"
import { makeHookReceiver } from "../support/HookReceiver.ts"
import { eventually } from "../support/Suite.ts"

const secret = Buffer.alloc(32, 7)
const guardOf = (allowed: ReadonlyArray<string>): WebhookGuard => {
  const guard = new AddressGuard(allowed, (_name, _options, done) => done(null, [{ address: "127.0.0.1", family: 4 }]))
  return { lookup: guard.lookup, refusal: (hostname) => guard.refusal(hostname), mayBePlain: () => true }
}

describe("a webhook's call", () => {
  it.live("does not go where a public name leads inside", () =>
    Effect.gen(function*() {
      const hook = yield* makeHookReceiver
      const address = hook.url.replace("127.0.0.1", "kabar.example")
      const failed = yield* Effect.flip(callWebhook(address, secret, "msg_1", "{}", guardOf([])))
      assert.strictEqual(failed.why, "connection")
      assert.lengthOf(hook.calls, 0)
      yield* callWebhook(address, secret, "msg_1", "{}", guardOf(["127.0.0.1/32"]))
      assert.lengthOf(hook.calls, 1)
    }).pipe(Effect.scoped))

  it.effect("is given up after five seconds", () =>
    Effect.gen(function*() {
      const hook = yield* makeHookReceiver
      hook.status = 0
      const call = yield* Effect.forkChild(Effect.flip(callWebhook(hook.url, secret, "msg_1", "{}", guardOf(["127.0.0.1/32"]))))
      yield* Effect.promise(() => eventually("it is called", () => hook.calls.length === 1))
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* Fiber.join(call)).why, "timeout")
    }).pipe(Effect.scoped))

  it("has an address without credentials, of a bounded length", () => {
    const guard = { ...guardOf([]), mayBePlain: () => false }
    assert.strictEqual(webhookUrl("https://kabar.example/a?b=c", guard)?.href, "https://kabar.example/a?b=c")
    for (const bad of ["", "kabar", "http://kabar.example/", "https://a:b@kabar.example/", `https://kabar.example/${"a".repeat(500)}`]) {
      assert.isUndefined(webhookUrl(bad, guard), bad)
    }
  })
})
