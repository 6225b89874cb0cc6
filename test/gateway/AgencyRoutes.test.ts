import { describe, expect, it } from "vitest"
import type { Endpoint, PathSegment } from "../../src/domain/Endpoint.ts"
import { AgencyRoutes, decoded } from "../../src/gateway/AgencyRoutes.ts"
import fc from "../support/Property.ts"
import { makeAgency, makeRequest } from "../upstream/calling.ts"

const { endpoint: any } = makeRequest(makeAgency("http://10.0.0.5:8080"))

const segmentsOf = (path: string): ReadonlyArray<PathSegment> =>
  path.split("/").filter((segment) => segment !== "").map((segment) =>
    segment.startsWith(":") ? { _tag: "Parameter", name: segment.slice(1) } : { _tag: "Literal", value: segment }
  )

const endpointOf = (path: string, upstream: string): Endpoint => ({
  ...any,
  path,
  segments: segmentsOf(path),
  upstream: segmentsOf(upstream)
})

interface Told {
  readonly path: string
  readonly parameters: Readonly<Record<string, string>>
}

const found = (endpoints: ReadonlyArray<Endpoint>, link: ReadonlyArray<string>): Told | undefined => {
  const route = new AgencyRoutes(endpoints).find(link)
  return route === undefined ? undefined : { path: route.endpoint.path, parameters: Object.fromEntries(route.parameters) }
}

/** What every endpoint says of a link, one after the other. */
const tried = (endpoints: ReadonlyArray<Endpoint>, link: ReadonlyArray<string>): Told | undefined => {
  let best: Told | undefined
  let most = -1
  for (const { path, segments, upstream } of endpoints) {
    const texts = link.map(decoded)
    const parameters: Record<string, string> = {}
    let literals = 0
    const fits = upstream.length === link.length && upstream.every((segment, i) => {
      const text = texts[i]
      if (text === undefined) return false
      if (segment._tag === "Literal") return literals++ >= 0 && segment.value === text
      parameters[segment.name] = text
      return true
    }) && segments.every((segment) => segment._tag === "Literal" || parameters[segment.name] !== undefined)
    if (!fits || literals <= most) continue
    most = literals
    best = { path, parameters }
  }
  return best
}

describe("AgencyRoutes", () => {
  it("finds the route with the most literals, of several the first, as if each had been tried", () => {
    const template = fc.array(fc.constantFrom("a", "b", ":x", ":y"), { maxLength: 4 })
    const routes = fc.array(fc.tuple(template, fc.constantFrom("", "tetap", ":x", ":x/:y")), { maxLength: 8 })
    const link = fc.array(fc.constantFrom("a", "b", "c", "%61", "%zz", "a%20b"), { maxLength: 5 })
    fc.assert(
      fc.property(routes, link, (given, segments) => {
        const endpoints = given.map(([upstream, path], i) => endpointOf(`${i}/${path}`, upstream.join("/")))
        expect(found(endpoints, segments)).toEqual(tried(endpoints, segments))
      }),
      { numRuns: 2_000 }
    )
  })

  it("takes no longer among 3,000 routes than among three", () => {
    const cpuOf = (count: number): number => {
      const routes = new AgencyRoutes(Array.from({ length: count }, (_, n) => endpointOf(`rute/${n}/:id`, `dalam/rute/${n}/:id`)))
      const links = Array.from({ length: 3_000 }, (_, n) => ["dalam", "rute", String(n % count), String(n)])
      const { user } = process.threadCpuUsage()
      for (const link of links) expect(routes.find(link)?.parameters.get("id")).toBe(link[3])
      return process.threadCpuUsage().user - user
    }
    cpuOf(3)
    expect(cpuOf(3_000)).toBeLessThan(20 * cpuOf(3))
  })
})
