/** `gapura client …`: government applications that obtain their tokens themselves. */
import { Duration, Effect, Redacted } from "effect"
import { Applications } from "../access/Applications.ts"
import type { Client } from "../domain/Client.ts"
import { checkedName } from "./Arguments.ts"
import { CommandFailed, isoTime, notThere, print, printList } from "./Output.ts"
import { checkedScopes, inAccessRoom, readKnownRegistry } from "./Rooms.ts"
import { shortTime } from "./Table.ts"

export interface ClientOptions {
  readonly name: string
  readonly official: boolean
  readonly private: boolean
  readonly scopes: ReadonlyArray<string>
  readonly json: boolean
}

const maxOverlap = Duration.days(30)

const noClient = (clientId: string) =>
  Effect.flatMap(Effect.flatMap(Applications, (applications) => applications.listClients), (clients) =>
    Effect.fail(notThere("active client", clientId, clients.filter(({ revokedAt }) => revokedAt === null).map((client) => client.clientId))))

const secretText = (clientId: string, clientSecret: string) => `client id      ${clientId}\nclient secret  ${clientSecret}\n\nThe secret is shown only this once.`

export const createClient = (options: ClientOptions) =>
  inAccessRoom(Effect.gen(function*() {
    const registry = yield* readKnownRegistry
    const scopes = yield* checkedScopes(options.scopes, registry)
    const name = yield* checkedName("--name", options.name)
    const applications = yield* Applications
    const client = yield* applications.createClient({ name, official: options.official, privateVerified: options.private, scopes })
    const clientSecret = Redacted.value(client.clientSecret)
    yield* print(options.json, { clientId: client.clientId, clientSecret, scopes: client.scopes }, secretText(client.clientId, clientSecret))
  }))

export const rotateClient = (clientId: string, overlap: Duration.Duration, json: boolean) =>
  inAccessRoom(Effect.gen(function*() {
    if (Duration.isGreaterThan(overlap, maxOverlap)) return yield* new CommandFailed({ message: "--overlap must be 30 days at most: until then the old secret works, too" })
    const applications = yield* Applications
    const client = yield* applications.rotateClient(clientId, Duration.toMillis(overlap))
    if (client === undefined) return yield* noClient(clientId)
    const clientSecret = Redacted.value(client.clientSecret)
    const previousUntil = isoTime(client.previousUntil)
    yield* print(
      json,
      { clientId, clientSecret, scopes: client.scopes, previousUntil },
      `${secretText(clientId, clientSecret)}\n${previousUntil === null ? "The old secret has ended." : `The old secret works until ${previousUntil}.`}`
    )
  }))

export const revokeClient = (clientId: string, json: boolean) =>
  inAccessRoom(Effect.gen(function*() {
    const applications = yield* Applications
    if (!(yield* applications.revokeClient(clientId))) return yield* noClient(clientId)
    yield* print(json, { clientId, revoked: true }, `client ${clientId} is revoked, and its tokens with it`)
  }))

export const setClientDisabled = (clientId: string, disabled: boolean, json: boolean) =>
  inAccessRoom(Effect.gen(function*() {
    const applications = yield* Applications
    if (!(yield* applications.setClientDisabled(clientId, disabled))) return yield* noClient(clientId)
    yield* print(json, { clientId, disabled }, disabled ? `client ${clientId} is disabled: its tokens are refused until it is enabled again` : `client ${clientId} is enabled, and its tokens with it`)
  }))

export const clientScopes = (clientId: string, changes: { readonly grant: ReadonlyArray<string>; readonly withdraw: ReadonlyArray<string> }, json: boolean) =>
  inAccessRoom(Effect.gen(function*() {
    const applications = yield* Applications
    const client = (yield* applications.listClients).find((one) => one.clientId === clientId && one.revokedAt === null)
    if (client === undefined) return yield* noClient(clientId)
    const granted = changes.grant.length === 0 ? [] : yield* checkedScopes(changes.grant, yield* readKnownRegistry)
    const missing = changes.withdraw.find((scope) => !client.scopes.includes(scope))
    if (missing !== undefined) return yield* notThere("granted scope", missing, client.scopes)
    const scopes = [...new Set([...client.scopes, ...granted])].filter((scope) => !changes.withdraw.includes(scope)).sort()
    if (changes.grant.length + changes.withdraw.length > 0) yield* applications.setScopes(clientId, scopes)
    yield* print(json, { clientId, scopes }, scopes.length === 0 ? `client ${clientId} is granted no scope` : scopes.join("\n"))
  }))

const stateOf = ({ disabledAt, revokedAt }: Client): string => {
  if (revokedAt !== null) return `revoked ${shortTime(revokedAt)}`
  return disabledAt === null ? "active" : `disabled ${shortTime(disabledAt)}`
}

/** A disabled client says so; what is listed of any other is what scripts know. */
const toJson = (client: Client) => ({
  clientId: client.clientId,
  application: client.application,
  scopes: client.scopes,
  createdAt: isoTime(client.createdAt),
  revokedAt: isoTime(client.revokedAt),
  ...(client.disabledAt === null ? {} : { disabledAt: isoTime(client.disabledAt) })
})

export const listClients = (json: boolean) =>
  inAccessRoom(Effect.gen(function*() {
    const applications = yield* Applications
    yield* printList({
      json,
      items: yield* applications.listClients,
      toJson,
      head: ["CLIENT", "APPLICATION", "STATE", "SCOPES"],
      toRow: (client) => [client.clientId, client.application, stateOf(client), client.scopes.join(" ")],
      none: "There are no clients."
    })
  }))
