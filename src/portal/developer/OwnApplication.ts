/**
 * An application of whoever is signed in, by the part of the address that stands for it: its name where that is plain,
 * otherwise a hash of it, so any name makes an address. Only one's own are looked through, so somebody else's is not
 * there.
 */
import { Effect } from "effect"
import { hash } from "node:crypto"
import { Applications } from "../../access/Applications.ts"
import type { Application } from "../../domain/Application.ts"
import { notHere } from "../PortalError.ts"
import type { SignedVisit } from "../Visit.ts"

const plain = /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/
/** Pages beside those of applications. */
const reserved = new Set(["baru", "jelaskan", "coba"])

export const segmentOf = (name: string): string =>
  plain.test(name) && !reserved.has(name) ? name : `~${hash("sha256", name, "base64url").slice(0, 22)}`

export const addressOf = (name: string, part = ""): `/${string}` => `/portal/aplikasi/${segmentOf(name)}${part}`

export const ownApplication = ({ params, session }: SignedVisit) =>
  Effect.gen(function*() {
    const own = yield* (yield* Applications).listOwned(session.account)
    const found: Application | undefined = own.find(({ name }) => segmentOf(name) === params["app"])
    return found ?? (yield* notHere)
  })
