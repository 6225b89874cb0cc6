import { assert, describe, it } from "@effect/vitest"
import { HeldBodies } from "../../src/domain/HeldBytes.ts"

const large = () => new Uint8Array(100_000)

it("counts a body once however many are being sent it, and until the last of them has it", () => {
  const unsent = new HeldBodies(150_000)
  const body = large()
  unsent.hold(body)
  unsent.hold(body)
  assert.strictEqual(unsent.bytes, 100_000)
  assert.isFalse(unsent.isFull(body))
  assert.isTrue(unsent.isFull(large()))
  unsent.release(body)
  assert.isTrue(unsent.isFull(large()))
  unsent.release(body)
  assert.strictEqual(unsent.bytes, 0)
  assert.isFalse(unsent.isFull(large()))
})

it("has room for one answer of any size, and always for small ones", () => {
  const unsent = new HeldBodies(1)
  assert.isFalse(unsent.isFull(large()))
  unsent.hold(large())
  assert.isFalse(unsent.isFull(new Uint8Array(65_536)))
  assert.isTrue(unsent.isFull(new Uint8Array(65_537)))
})

it("takes no notice of what it does not hold", () => {
  const unsent = new HeldBodies(1)
  unsent.release(large())
  assert.strictEqual(unsent.bytes, 0)
})

describe("what one call or request holds", () => {
  it("grows until the bound that it shares with the others, and is given back at its end", () => {
    const held = new HeldBodies(300_000)
    const one = held.begin()
    const other = held.begin()
    assert.isTrue(one.growTo(100_000))
    assert.isTrue(other.growTo(200_000))
    assert.isFalse(other.growTo(200_001))
    assert.strictEqual(held.bytes, 300_000)
    one.end()
    assert.strictEqual(held.bytes, 200_000)
    assert.isTrue(other.growTo(200_001))
    other.end()
    assert.strictEqual(held.bytes, 0)
  })

  it("has room for the first one, whatever its size", () => {
    const held = new HeldBodies(1)
    const first = held.begin()
    assert.isTrue(first.growTo(100_000))
    assert.isTrue(first.growTo(200_000))
    assert.isFalse(held.begin().growTo(70_000))
    first.end()
    assert.isTrue(held.begin().growTo(70_000))
  })

  it("shrinks where it begins again, also beyond the bound", () => {
    const held = new HeldBodies(100_000)
    held.hold(large())
    held.hold(large())
    const holding = held.begin()
    holding.keep(large())
    assert.isFalse(holding.growTo(1))
    assert.isTrue(holding.growTo(0))
    assert.strictEqual(held.bytes, 300_000)
    holding.end()
    assert.strictEqual(held.bytes, 200_000)
  })

  it("keeps a finished body once with all who hold it, and one in place of all others", () => {
    const held = new HeldBodies(1_000_000)
    const [one, other] = [held.begin(), held.begin()]
    const body = large()
    one.keep(body)
    one.keep(large())
    other.keep(body)
    other.keep(new Uint8Array(65_536))
    assert.strictEqual(held.bytes, 200_000)
    one.keepOnly(large())
    assert.strictEqual(held.bytes, 200_000)
    other.end()
    assert.strictEqual(held.bytes, 100_000)
    one.end()
    assert.strictEqual(held.bytes, 0)
  })

  it("takes nothing any more after its end", () => {
    const held = new HeldBodies(1_000_000)
    const holding = held.begin()
    holding.growTo(100_000)
    holding.end()
    holding.end()
    assert.isFalse(holding.growTo(200_000))
    holding.keep(large())
    holding.keepOnly(large())
    assert.strictEqual(held.bytes, 0)
  })
})
