/**
 * Replaces an agency's own addresses in what it answers: one that a route of the gateway leads to becomes the gateway's
 * address of that route, any other loses its origin and keeps its path. So links go on working, and nobody learns where
 * an agency's server is. Bytes that name no such address stay as they are.
 *
 * An address has the origin of the agency's `server`, in any scheme, or none before `//`; in JSON its slashes may be
 * escaped. Of its query the declared parameters stay where a route is known.
 */
import type { Agency } from "../domain/Agency.ts"
import type { RegistrySnapshot } from "../registry/RegistrySnapshot.ts"
import { AgencyRoutes, decoded } from "./AgencyRoutes.ts"

/** Addresses remembered for one body: what links to itself does so again and again. */
const maxKnown = 256

const defaultPorts: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" }

/** What may stand in a segment as it is (RFC 3986, section 3.3) stays: in a text it is often the sentence's own. */
const encoded = (segment: string): string => encodeURIComponent(segment.toWellFormed()).replace(/%(?:2C|3A|3B)/g, decodeURIComponent)

export class AgencyAddresses {
  /** What stands behind `//`, as bytes to look for. */
  readonly host: Buffer
  /** The port that may stand behind it though it goes without saying; undefined where one is in `host`. */
  readonly #defaultPort: string | undefined
  /** The origin inside of another address. */
  readonly #inside: RegExp
  readonly #basePath: string
  readonly #routes: AgencyRoutes
  readonly #publicUrl: string
  readonly #known = new Map<string, string>()

  constructor(agency: Agency, snapshot: Pick<RegistrySnapshot, "endpoints">, publicUrl: string) {
    const url = new URL(agency.server)
    this.host = Buffer.from(url.host)
    this.#defaultPort = url.port === "" ? defaultPorts[url.protocol] : undefined
    const port = this.#defaultPort === undefined ? "" : `(?::${this.#defaultPort})?`
    const host = url.host.replace(/[.[\]]/g, "\\$&")
    this.#inside = new RegExp(
      `(?:[a-z][a-z0-9+.-]{0,15}:)?//(?:[^/\\s@]{1,128}@)?${host}${port}(?![\\p{L}\\p{N}_-]|[.:][\\p{L}\\p{N}])`,
      "giu"
    )
    this.#basePath = url.pathname.replace(/\/+$/, "")
    this.#routes = new AgencyRoutes(snapshot.endpoints.filter((endpoint) => endpoint.agency.slug === agency.slug))
    this.#publicUrl = publicUrl
  }

  /**
   * @param rest what follows the host: maybe a port, path, query and fragment
   * @returns what stands in the address's place; undefined where it is an address of another server after all
   */
  replacement(rest: string): string | undefined {
    const known = this.#known.get(rest)
    if (known !== undefined) return known
    const path = this.#pathOf(rest)
    if (path === undefined) return undefined
    const shown = this.#onGateway(path) ?? (path.startsWith("/") ? path : `/${path}`)
    if (this.#known.size >= maxKnown) this.#known.clear()
    this.#known.set(rest, shown)
    return shown
  }

  /** Undefined where the host goes on, or has another port. */
  #pathOf(rest: string): string | undefined {
    if (/^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u.test(rest)) return undefined
    const [port = "", number = ""] = /^:(\d+)/.exec(rest) ?? []
    if (number !== "" && number !== this.#defaultPort) return undefined
    return rest.slice(port.length).replace(this.#inside, "")
  }

  #onGateway(rest: string): string | undefined {
    const [, path = "", query = "", fragment = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(rest) ?? []
    if (path !== this.#basePath && !path.startsWith(`${this.#basePath}/`)) return undefined
    const route = this.#routes.find(path.slice(this.#basePath.length).split("/").filter((segment) => segment !== ""))
    if (route === undefined) return undefined
    const { endpoint, parameters } = route
    const address = [endpoint.agency.slug, endpoint.dataset.slug]
    for (const segment of endpoint.segments) {
      address.push(segment._tag === "Literal" ? segment.value : encoded(parameters.get(segment.name) ?? ""))
    }
    const declared = query.slice(1).split("&").filter((pair) =>
      endpoint.query.includes(decoded(pair.split("=")[0]!.replaceAll("+", " ")) ?? "")
    )
    return `${this.#publicUrl}/api/v4/gateway/${address.join("/")}${declared.length === 0 ? "" : `?${declared.join("&")}`}${fragment}`
  }
}
