let lastSecond = Number.NaN
let lastText = ""

/** Epoch milliseconds as ISO 8601 in UTC. Under load many records and answers share one second. */
export const isoTime = (millis: number): string => {
  const second = Math.floor(millis / 1000)
  if (second !== lastSecond) {
    lastSecond = second
    lastText = new Date(second * 1000).toISOString().slice(0, -4)
  }
  const rest = Math.floor(millis) - second * 1000
  return `${lastText}${rest < 10 ? "00" : rest < 100 ? "0" : ""}${rest}Z`
}
