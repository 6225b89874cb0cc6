/**
 * Fakes `performance` for one test, and whatever timers are named. How busy the event loop was stays real: gateways of
 * other files in the same worker may still look at it.
 */
import { vi } from "vitest"

type Fakeable = NonNullable<NonNullable<Parameters<typeof vi.useFakeTimers>[0]>["toFake"]>[number]

export const fakePerformance = (...others: ReadonlyArray<Fakeable>): void => {
  const utilization = performance.eventLoopUtilization.bind(performance)
  vi.useFakeTimers({ toFake: [...others, "performance"] })
  Object.assign(performance, { eventLoopUtilization: utilization })
}
