/**
 * A city's single sign-on in the test's own process, in front of a gateway whose settings lead to it, and a visitor
 * who goes the whole way by HTTP: redirects, cookies and forms.
 */
import { Effect, type Scope } from "effect"
import { createServer, type RequestListener, type Server } from "node:http"
import { makeSignOn } from "../../src/demo/SignOn.ts"
import { demoAccounts } from "../../src/demo/SignOnAccounts.ts"
import { freePort } from "./Gateway.ts"

export interface SignOn {
  readonly issuer: string
  /** Settings of the gateway that signs people in with it. */
  readonly variables: Readonly<Record<string, string>>
  /** `GET /path?query` of every request that came. */
  readonly requests: Array<string>
  /** Stops answering; `return` answers again. */
  readonly away: () => Promise<void>
  readonly back: () => Promise<void>
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.closeAllConnections()
    server.close(() => resolve())
  })

const opened = (listener: RequestListener, port: number): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer(listener)
    server.listen(port, "127.0.0.1", () => resolve(server))
  })

export interface IssuerOptions {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly returnUrl: string
}

/** @param make what answers; the demo city's sign-on where nothing else is given */
export const startSignOn = (
  make: (options: IssuerOptions) => RequestListener = (options) => makeSignOn({ ...options, accounts: demoAccounts })
): Effect.Effect<SignOn, never, Scope.Scope> =>
  Effect.gen(function*() {
    const gatewayPort = yield* Effect.promise(freePort)
    const port = yield* Effect.promise(freePort)
    const gateway = `http://127.0.0.1:${gatewayPort}`
    const issuer = `http://127.0.0.1:${port}`
    const client = { clientId: "portal-uji", clientSecret: "rahasia portal: a+b&c/%" }
    const requests: Array<string> = []
    const listener = make({ issuer, ...client, returnUrl: `${gateway}/portal/masuk/kembali` })
    const logged: RequestListener = (request, response) => {
      requests.push(`${request.method} ${request.url}`)
      listener(request, response)
    }
    let server = yield* Effect.promise(() => opened(logged, port))
    yield* Effect.addFinalizer(() => Effect.promise(() => closed(server)))
    return {
      issuer,
      requests,
      variables: {
        PORT: String(gatewayPort),
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: client.clientId,
        OIDC_CLIENT_SECRET: client.clientSecret,
        SESSION_SECRET: "s".repeat(40)
      },
      away: () => closed(server),
      back: async () => {
        server = await opened(logged, port)
      }
    }
  })

/** A browser without the browser: keeps cookies by origin, follows nothing by itself. */
export class Visitor {
  readonly #cookies = new Map<string, Map<string, string>>()

  cookie(origin: string, name: string): string | undefined {
    return this.#cookies.get(origin)?.get(name)
  }

  setCookie(origin: string, name: string, value: string): void {
    this.#cookies.set(origin, (this.#cookies.get(origin) ?? new Map<string, string>()).set(name, value))
  }

  async send(
    address: string,
    options: {
      readonly method?: string
      readonly body?: URLSearchParams
      readonly headers?: Readonly<Record<string, string>>
      readonly signal?: AbortSignal
    } = {}
  ): Promise<Response> {
    const { origin } = new URL(address)
    const cookies = this.#cookies.get(origin) ?? new Map<string, string>()
    this.#cookies.set(origin, cookies)
    const response = await fetch(address, {
      redirect: "manual",
      ...options,
      headers: {
        ...(cookies.size === 0 ? {} : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") }),
        ...(options.method === "POST" ? { origin } : {}),
        ...options.headers
      }
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = "", rest = ""] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? []
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(rest)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  /**
   * Goes on until something is answered that leads nowhere.
   * @param until stops before an address that begins so, and answers the one that leads there
   */
  async follow(response: Response, until?: string): Promise<Response> {
    const location = response.headers.get("location")
    if (location === null) return response
    const next = new URL(location, response.url).href
    if (until !== undefined && next.startsWith(until)) return response
    return this.follow(await this.send(next), until)
  }

  /** Begins at the gateway, chooses the account at the sign-on, and answers the redirect that leads back to the gateway. */
  async chooseAt(gateway: string, account: string, next = "/portal"): Promise<string> {
    const page = await this.follow(await this.send(`${gateway}/portal/masuk/mulai?next=${encodeURIComponent(next)}`))
    const action = /action="([^"]+)"/.exec(await page.text())?.[1] ?? ""
    const chosen = await this.send(new URL(action, page.url).href, { method: "POST", body: new URLSearchParams({ account }) })
    const back = await this.follow(chosen, `${gateway}/portal/masuk/kembali`)
    return new URL(back.headers.get("location") ?? "", back.url).href
  }
}
