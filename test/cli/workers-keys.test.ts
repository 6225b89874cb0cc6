/** `serve` as several processes whose keys are wrapped with another key-encryption key while they run. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expectFailure, only, run } from "../support/CommandLine.ts"
import { makeServedGateway } from "../support/ServedGateway.ts"
import { eventually, registryText } from "../support/Suite.ts"
import { childrenOf, isRunning } from "../support/WorkerPids.ts"

const patience = 60_000
const passphrase = "kata sandi kota yang panjang"

describe("serve with WORKERS=2 and KEYS_PASSPHRASE", () => {
  it(
    "starts a worker again that ends after the keys were wrapped with another key, of a file and then of a passphrase",
    () =>
      Effect.runPromise(Effect.scoped(Effect.gen(function*() {
        const registry = registryText([{ slug: "opd", server: "http://127.0.0.1:9", endpoints: [{ path: "isi" }] }])
        const { directory, gateway, program, variables } = yield* makeServedGateway(registry, { WORKERS: "2", KEYS_PASSPHRASE: passphrase })
        const file = join(directory, "kek")
        const next = join(directory, "passphrase")
        writeFileSync(file, randomBytes(32).toString("hex"))
        writeFileSync(next, `${passphrase} sekali\n`)
        yield* Effect.promise(async () => {
          const told = (text: string) => gateway.stderr().split(text).length - 1
          const workers = () => childrenOf(gateway.child.pid ?? 0).filter(isRunning)
          const readiness = async () => (await fetch(`http://127.0.0.1:${variables.MANAGEMENT_PORT}/health/ready`)).text()
          const killBoth = async (times: number) => {
            for (const [index, pid] of workers().entries()) {
              process.kill(pid, "SIGKILL")
              await eventually("another one serves", () => told("serves again") === 2 * (times - 1) + index + 1, patience)
            }
            await eventually("all are ready", async () => (await readiness()) === `{"status":"ready"}`, patience)
          }
          const followed = (times: number) =>
            eventually("both have heard of it", () => told("from now on: give it to this gateway") === 2 * times, patience)

          const { to } = only(await program("keys", "rotate", "kek", "--to", file, "--json"))
          await followed(1)
          await killBoth(1)
          // Nobody hears of a fingerprint that would be another one each time.
          const elsewhere = { ...variables, PORT: "0", MANAGEMENT_PORT: "0", WORKERS: "1" }
          const refused = await run(["audit", "key"], elsewhere)
          expectFailure(refused, `${String(to)} of a file`, "KEYS_PASSPHRASE is ")
          assert.deepStrictEqual(await run(["audit", "key"], elsewhere), refused)

          const rotated = await run(["keys", "rotate", "kek", "--to-passphrase", next], {
            ...variables,
            KEYS_FILE: file,
            KEYS_PASSPHRASE: ""
          })
          assert.strictEqual(rotated.code, 0, rotated.stderr)
          await followed(2)
          await killBoth(2)
          assert.strictEqual(told("is started again in"), 4)
          gateway.child.kill("SIGTERM")
          assert.strictEqual((await gateway.finished).code, 0)
        })
      }))),
    240_000
  )
})
