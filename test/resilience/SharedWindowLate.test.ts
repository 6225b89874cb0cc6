import { assert, describe, it } from "@effect/vitest"
import type { SharedMemory, SharedOperation } from "../../src/domain/SharedMemory.ts"
import { SharedWindow } from "../../src/domain/SharedWindow.ts"

describe("a window that several gateways count in", () => {
  it("tells what is counted while an answer is awaited that never comes", () => {
    const asked: Array<SharedOperation> = []
    const memory: SharedMemory = {
      isUp: () => true,
      gateways: () => 2,
      ask: (operation) => void asked.push(operation),
      onLook: () => {},
      doubt: () => {},
      nameOf: (kind, id) => `${kind} ${id}`,
      onReturn: () => {}
    }
    const window = new SharedWindow({ kind: "uji", limit: 100, windowMillis: 60_000, maxKeys: 10, beyond: "together" }, memory)
    const sent = (index: number): ReadonlyArray<string | number> => {
      const words: Array<string | number> = []
      asked[index]?.write(words)
      return words
    }
    window.count("alamat", 0)
    assert.deepStrictEqual(sent(0), ["c", "uji alamat", 1, 60_000])
    // Counted while that is under way; it goes out with the next batch.
    for (let n = 0; n < 3; n++) window.count("alamat", 1)
    asked[0]?.failed()
    window.count("alamat", 2)
    assert.deepStrictEqual(asked.map((_, index) => index === 0 ? undefined : sent(index)[2]), [undefined, 4])
  })
})
