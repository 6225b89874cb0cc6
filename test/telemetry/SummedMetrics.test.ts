import { describe, expect, it } from "vitest"
import { SummedMetrics } from "../../src/telemetry/SummedMetrics.ts"

const exposition = (requests: number, fast: number, entries: number, overloaded: number, expiry: number) =>
  `# HELP gapura_requests Answered requests
# TYPE gapura_requests counter
gapura_requests_total{http_route="a b/c",cache="miss"} ${requests}
# TYPE http_server_request_duration_seconds histogram
http_server_request_duration_seconds_bucket{le="0.1"} ${fast}
http_server_request_duration_seconds_bucket{le="+Inf"} ${requests}
http_server_request_duration_seconds_sum ${requests / 4}
# TYPE gapura_ready gauge
gapura_ready 1
# TYPE gapura_cache_entries gauge
gapura_cache_entries ${entries}
# TYPE gapura_overloaded gauge
gapura_overloaded ${overloaded}
# TYPE gapura_tls_expiry_timestamp_seconds gauge
gapura_tls_expiry_timestamp_seconds ${expiry}
`
const samples = (text: string) =>
  Object.fromEntries(
    text.split("\n").filter((line) => line !== "" && !line.startsWith("#")).map((line) => {
      const end = line.lastIndexOf(" ")
      return [line.slice(0, end), Number(line.slice(end + 1))]
    })
  )

describe("the metrics of several workers", () => {
  it("add counters and buckets, and of a gauge tell what is right for it", () => {
    const metrics = new SummedMetrics(2)
    metrics.told(1, exposition(10, 4, 3, 0, 1_900_000_000))
    metrics.told(2, exposition(5, 1, 2, 1, 1_800_000_000))
    const text = metrics.render(2, "text")
    expect(samples(text)).toEqual({
      "gapura_workers": 2,
      "gapura_workers_wanted": 2,
      "gapura_workers_ended_total": 0,
      "gapura_requests_total{http_route=\"a b/c\",cache=\"miss\"}": 15,
      "http_server_request_duration_seconds_bucket{le=\"0.1\"}": 5,
      "http_server_request_duration_seconds_bucket{le=\"+Inf\"}": 15,
      "http_server_request_duration_seconds_sum": 3.75,
      "gapura_ready": 1,
      "gapura_cache_entries": 5,
      "gapura_overloaded": 1,
      "gapura_tls_expiry_timestamp_seconds": 1_800_000_000
    })
    expect(text.match(/^# TYPE gapura_requests_total counter$/gm)).toHaveLength(1)
    expect(text.endsWith("\n")).toBe(true)
  })

  it("never go back when a worker ends and another begins anew, and forget its gauges", () => {
    const metrics = new SummedMetrics(2)
    metrics.told(1, exposition(10, 4, 3, 0, 1))
    metrics.told(2, exposition(5, 1, 2, 1, 1))
    metrics.ended(2)
    const left = samples(metrics.render(1, "text"))
    expect(left["gapura_requests_total{http_route=\"a b/c\",cache=\"miss\"}"]).toBe(15)
    expect([left["gapura_cache_entries"], left["gapura_overloaded"], left["gapura_ready"]]).toEqual([3, 0, 0])
    expect(["gapura_workers", "gapura_workers_wanted", "gapura_workers_ended_total"].map((name) => left[name])).toEqual([1, 2, 1])
    metrics.told(2, exposition(1, 1, 1, 0, 1))
    const again = samples(metrics.render(2, "text"))
    expect(again["gapura_requests_total{http_route=\"a b/c\",cache=\"miss\"}"]).toBe(16)
    expect(again["http_server_request_duration_seconds_bucket{le=\"0.1\"}"]).toBe(6)
    expect(again["gapura_cache_entries"]).toBe(4)
  })
})
