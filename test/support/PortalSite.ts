/** A portal with pages of the test's own, behind a real port: the rules that hold for every page, by the test's clock. */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Clock, Context, Effect, Layer, Redacted } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { SqlClient } from "effect/sql"
import { createServer } from "node:http"
import type { Person } from "../../src/domain/Person.ts"
import { PortalAddresses } from "../../src/pages/PortalAddresses.ts"
import { KeptForms } from "../../src/portal/KeptForms.ts"
import { portalElse } from "../../src/portal/PortalRouter.ts"
import { sessionCookie, Sessions } from "../../src/portal/Sessions.ts"
import { freePort } from "./Gateway.ts"
import * as TempDatabase from "./TempDatabase.ts"

export interface PortalSite {
  readonly url: string
  /** Signs somebody in. */
  readonly begin: (person: Partial<Person>) => Effect.Effect<{ readonly id: string; readonly cookie: string; readonly csrf: string }>
  readonly sessions: typeof Sessions.Service
  readonly sql: SqlClient.SqlClient
  /** Real HTTP, without following where it leads. */
  readonly send: (
    path: string,
    options?: Omit<RequestInit, "headers"> & { readonly headers?: Readonly<Record<string, string>> }
  ) => Effect.Effect<Response>
}

/** @param pages declares the pages that the test looks at */
export const makePortalSite = <R extends PortalAddresses | Sessions | KeptForms | SqlClient.SqlClient>(
  pages: (router: HttpRouter.HttpRouter) => Effect.Effect<unknown, never, R>
) =>
  Effect.gen(function*() {
    const port = yield* Effect.promise(freePort)
    const url = `http://127.0.0.1:${port}`
    const routes = HttpRouter.use((router) => Effect.andThen(pages(router), portalElse(router)))
    const rooms = Layer.mergeAll(Sessions.layer, KeptForms.layer, PortalAddresses.layer({ publicUrl: url, timeZone: "Asia/Jakarta" })).pipe(
      Layer.provideMerge(TempDatabase.layer)
    )
    const app = Layer.unwrap(Effect.map(HttpRouter.toHttpEffect(routes), HttpServer.serve))
    const services = yield* Layer.build(app.pipe(
      Layer.provide(NodeHttpServer.layer(() => createServer(), { port, host: "127.0.0.1" })),
      Layer.provideMerge(rooms)
    ))
    const sessions = Context.get(services, Sessions)
    const clock = yield* Clock.Clock
    const made: PortalSite = {
      url,
      sessions,
      sql: Context.get(services, SqlClient.SqlClient),
      begin: (person) =>
        sessions.begin({ account: "dewi", name: "Dewi Lestari", kind: "developer", agencies: [], operator: false, ...person }).pipe(
          Effect.provideService(Clock.Clock, clock),
          Effect.map(({ cookie, session }) => ({
            id: session.id,
            csrf: session.csrf,
            cookie: `${sessionCookie}=${Redacted.value(cookie)}`
          })),
          Effect.orDie
        ),
      send: (path, options = {}) => Effect.promise(() => fetch(`${url}${path}`, { redirect: "manual", ...options }))
    }
    return made
  })
