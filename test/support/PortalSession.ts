/** Somebody signed in at the portal without the way through a sign-on: a session put straight into the gateway's store. */
import { Effect, Redacted } from "effect"
import type { BrowserContext } from "playwright-core"
import type { Person } from "../../src/domain/Person.ts"
import { sessionCookie, Sessions } from "../../src/portal/Sessions.ts"
import type { Gateway } from "./Gateway.ts"

export interface PortalSession {
  readonly person: Person
  /** What the browser keeps. */
  readonly cookie: string
  readonly csrf: string
  /** GET of a page, without following where it leads. */
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Response>
  /** POST of a form, as the page of the portal would send it; an array sends its name several times. */
  readonly post: (
    path: string,
    fields?: Readonly<Record<string, string | ReadonlyArray<string>>>,
    headers?: Readonly<Record<string, string>>
  ) => Promise<Response>
  /** Signs a browser's context in. */
  readonly enter: (context: BrowserContext) => Promise<void>
}

/** A developer, unless said otherwise. */
export const portalSession = async (gateway: Gateway, options: Partial<Person> & { readonly account: string }): Promise<PortalSession> => {
  const person: Person = { name: options.account, kind: "developer", agencies: [], operator: false, ...options }
  const { cookie: made, session: { csrf } } = await gateway.run(Effect.flatMap(Sessions, (sessions) => sessions.begin(person)))
  const value = Redacted.value(made)
  const cookie = `${sessionCookie}=${value}`
  return {
    person,
    cookie,
    csrf,
    get: (path, headers = {}) => fetch(`${gateway.url}${path}`, { redirect: "manual", headers: { cookie, ...headers } }),
    post: (path, fields = {}, headers = {}) =>
      fetch(`${gateway.url}${path}`, {
        method: "POST",
        redirect: "manual",
        headers: { cookie, origin: gateway.url, ...headers },
        body: new URLSearchParams([
          ["csrf", csrf],
          ...Object.entries(fields).flatMap(([name, values]) => (typeof values === "string" ? [values] : values).map((one) => [name, one]))
        ])
      }),
    // The browser takes its prefix from a secure address only, and sends it to loopback whatever the scheme.
    enter: (context) =>
      context.addCookies([{
        name: sessionCookie,
        value,
        url: gateway.url.replace("http:", "https:"),
        secure: true,
        httpOnly: true,
        sameSite: "Lax"
      }])
  }
}
