/** `gapura client create|list|revoke`: government applications that obtain their tokens themselves. */
import { Effect, Redacted } from "effect"
import { Applications } from "../access/Applications.ts"
import { Settings } from "../Settings.ts"
import { CommandFailed, isoTime, print } from "./Output.ts"
import { AccessRoom, checkedScopes, readRegistry, registryFileOf } from "./Rooms.ts"

export interface ClientOptions {
  readonly name: string
  readonly official: boolean
  readonly private: boolean
  readonly scopes: ReadonlyArray<string>
  readonly json: boolean
}

export const createClient = (options: ClientOptions) =>
  Effect.gen(function*() {
    const registry = yield* readRegistry(yield* registryFileOf(yield* Settings))
    const scopes = yield* checkedScopes(options.scopes, registry)
    const applications = yield* Applications
    const client = yield* applications.createClient({ name: options.name, official: options.official, privateVerified: options.private, scopes })
    const clientSecret = Redacted.value(client.clientSecret)
    yield* print(
      options.json,
      { clientId: client.clientId, clientSecret, scopes: client.scopes },
      `client id      ${client.clientId}\nclient secret  ${clientSecret}\n\nThe secret is shown only this once.`
    )
  }).pipe(Effect.provide(AccessRoom), Effect.provide(Settings.layer))

export const revokeClient = (clientId: string, json: boolean) =>
  Effect.gen(function*() {
    const applications = yield* Applications
    if (!(yield* applications.revokeClient(clientId))) return yield* new CommandFailed({ message: `there is no active client ${JSON.stringify(clientId)}` })
    yield* print(json, { clientId, revoked: true }, `client ${clientId} is revoked, and its tokens with it`)
  }).pipe(Effect.provide(AccessRoom), Effect.provide(Settings.layer))

export const listClients = (json: boolean) =>
  Effect.gen(function*() {
    const applications = yield* Applications
    for (const { application, clientId, createdAt, revokedAt, scopes } of yield* applications.listClients) {
      yield* print(
        json,
        { clientId, application, scopes, createdAt: isoTime(createdAt), revokedAt: isoTime(revokedAt) },
        `${clientId}  ${application}  ${revokedAt === null ? "active" : `revoked ${isoTime(revokedAt)}`}  ${scopes.join(" ")}`
      )
    }
  }).pipe(Effect.provide(AccessRoom), Effect.provide(Settings.layer))
