import { describe, expect, it } from "vitest"
import { effortSpent, within } from "../../src/privacy/Effort.ts"
import { windowLength } from "../../src/privacy/LongText.ts"
import { longText, maskInText } from "../../src/privacy/PersonalDataInText.ts"

const nik = "3273014501900001"
const filler = "kata ".repeat(windowLength)

describe("LongText", () => {
  it("finds what stands at any place of a long text, wherever windows end", () => {
    const text = (at: number) => `${filler.slice(0, at)} ${nik} ${filler.slice(at)}`
    for (let at = windowLength - 40; at < windowLength + 20; at++) {
      expect(maskInText(text(at))?.text).toBe(text(at).replace(nik, "3273************"))
    }
  })

  it("finds an address, a query and a group of digits across the end of a window", () => {
    for (let at = windowLength - 30; at < windowLength + 5; at++) {
      const head = `${filler.slice(0, at - 1)} `
      expect(maskInText(`${head}budi.santoso@kota.go.id ${filler}`)?.text).toContain(" b***@kota.go.id ")
      expect(maskInText(`${head}3273 0145 0190 0001 ${filler}`)?.text).toContain(" 3273************ ")
    }
  })

  it("hides a long table whose first line names personal data, and masks a short one", () => {
    const table = (rows: number) => `nik,nama_lengkap\n${`${nik},Budi Santoso\n`.repeat(rows)}`
    expect(maskInText(table(300))?.text).toBe(`nik,nama_lengkap\n${"3273************,B*** S***\n".repeat(300)}`)
    expect(maskInText(table(3_000))?.text).toBe("***")
  })

  it("reads a long text in many steps, and leaves one without personal data alone", () => {
    const reading = longText(`jumlah 12 dan 34 ${filler}`)
    let steps = 1
    while (!reading.step()) steps++
    expect(steps).toBeGreaterThan(4)
    expect(reading.result).toBeUndefined()
  })
})

describe("Effort", () => {
  it("counts what reading costs, and gives up beyond what it may", () => {
    const before = effortSpent()
    maskInText("<x>b</x> ".repeat(150))
    const spent = effortSpent() - before
    expect(spent).toBeGreaterThan(1_000)
    expect(within(spent / 2, () => maskInText("<x>b</x> ".repeat(150)))).toBeUndefined()
    expect(within(spent * 2, () => "done")).toBe("done")
  })

  it("an inner bound never loosens an outer one, and other faults go through", () => {
    expect(within(10, () => within(1_000_000, () => maskInText("<x>b</x> ".repeat(150))))).toBeUndefined()
    expect(() =>
      within(10, () => {
        throw new Error("other")
      })
    ).toThrow("other")
    expect(within(1_000_000, () => [within(10, () => maskInText("<x>b</x> ".repeat(150))), "goes on"])).toEqual([undefined, "goes on"])
  })
})
