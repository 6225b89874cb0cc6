/** A city with people at its agencies' desks, and what has been asked of one of them. */
import { Effect } from "effect"
import { AccessRequests, type AskOptions } from "../../src/access/AccessRequests.ts"
import { Applications } from "../../src/access/Applications.ts"
import { Developers } from "../../src/access/Developers.ts"
import type { Behaviour } from "./AgencyServer.ts"
import { json } from "./AgencyServer.ts"
import { portalSession } from "./PortalSession.ts"
import type { CityOptions } from "./Registries.ts"
import { startCity } from "./StartCity.ts"

export interface DeskOptions {
  readonly dinkes?: Readonly<Record<string, Behaviour>>
  readonly registry?: Partial<CityOptions>
  readonly variables?: Readonly<Record<string, string>>
}

/** Dewi works for dinkes, Joko for diskominfo, Budi develops, Rina operates. */
export const startDesk = ({ dinkes = {}, registry = {}, variables = {} }: DeskOptions = {}) =>
  Effect.gen(function*() {
    const city = yield* startCity({
      dinkes: {
        "/faskes/klinik": json({ data: [{ nama: "Klinik Melati", telepon: "021555123", kepala: "Siti Aminah", kode_pos: 12_345 }] }),
        "/faskes/pasien": json({ data: [{ nama: "Budi Santoso", nik: "3674011502900001" }] }),
        ...dinkes
      },
      registry,
      variables
    })
    const { gateway } = city
    const enter = (account: string, options: Partial<Parameters<typeof portalSession>[1]>) =>
      Effect.promise(() => portalSession(gateway, { account, ...options }))
    const dewi = yield* enter("dewi", { name: "Dewi Lestari", kind: "civil-servant", agencies: ["dinkes"] })
    const joko = yield* enter("joko", { name: "Joko Susilo", kind: "civil-servant", agencies: ["diskominfo"] })
    const budi = yield* enter("budi", { name: "Budi Santoso" })
    const rina = yield* enter("rina", { name: "Rina Wati", kind: "civil-servant", operator: true })

    /** An application of a developer's, that asks the agency for something. @returns the request's id */
    const ask = (options: Partial<AskOptions> = {}): Promise<string> =>
      gateway.run(
        Effect.gen(function*() {
          const asked: AskOptions = {
            kind: "client-credentials",
            application: "peta",
            agency: "dinkes",
            scopes: ["dinkes-klinik-get"],
            purpose: "Peta layanan kesehatan",
            by: "budi",
            ...options
          }
          yield* (yield* Developers).ensure({ account: "budi", name: "Budi Santoso", kind: "developer" })
          if ((yield* (yield* Applications).find(asked.application)) === undefined) {
            yield* (yield* Applications).create({ name: asked.application, owner: "budi" })
          }
          return (yield* (yield* AccessRequests).ask(asked)).requestId
        }).pipe(Effect.orDie)
      )

    return { ...city, dewi, joko, budi, rina, ask }
  })
