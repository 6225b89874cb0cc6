/** `gapura client …`: government applications that obtain their tokens themselves. */
import { Duration, Effect, Redacted } from "effect"
import { Applications } from "../access/Applications.ts"
import type { Client } from "../domain/Client.ts"
import { namedApplication } from "./Arguments.ts"
import { checkedScopes, inOneTurn, readKnownRegistry, withAccess } from "./CommandLayers.ts"
import { inActionRoom, recorded, vouched } from "./Logged.ts"
import { CommandFailed, isoTime, notThere, print, printList } from "./Output.ts"
import { shortTime, visible } from "./Table.ts"

export interface ClientOptions {
  readonly name: string
  readonly official: boolean
  readonly private: boolean
  readonly scopes: ReadonlyArray<string>
  readonly json: boolean
}

const maxOverlap = Duration.days(30)

const noClient = (clientId: string) =>
  Effect.flatMap(
    Effect.flatMap(Applications, (applications) => applications.listClients),
    (clients) =>
      Effect.fail(
        notThere("active client", clientId, clients.filter(({ revokedAt }) => revokedAt === null).map((client) => client.clientId))
      )
  )

const secretText = (clientId: string, clientSecret: string) =>
  `client id      ${clientId}\nclient secret  ${clientSecret}\n\nThe secret is shown only this once.`

/** The secret of a developer's client is for that developer's eyes: no command makes one. */
const refuseOwned = Effect.fn("Clients.refuseOwned")(function*(application: string, instead: string) {
  const owner = (yield* (yield* Applications).find(application))?.owner ?? null
  if (owner !== null) {
    const alone = `is ${visible(owner)}'s, who alone makes and sees the secrets of its clients, in the portal`
    return yield* new CommandFailed({ message: `the application ${JSON.stringify(application)} ${alone}: ${instead}` })
  }
})

const found = Effect.fn("Clients.found")(function*(clientId: string) {
  const client = (yield* (yield* Applications).listClients).find((one) => one.clientId === clientId && one.revokedAt === null)
  return client === undefined ? yield* noClient(clientId) : client
})

export const createClient = (options: ClientOptions) =>
  inActionRoom(Effect.gen(function*() {
    const registry = yield* readKnownRegistry
    const scopes = yield* checkedScopes(options.scopes, registry)
    const name = yield* namedApplication("--name", options.name)
    const applications = yield* Applications
    yield* refuseOwned(name, "grant it scopes with `request create` and `request approve`")
    const client = yield* vouched(
      recorded(
        applications.createClient({ name, official: options.official, privateVerified: options.private, scopes }),
        ({ clientId }) => ({
          action: "client-secret-made",
          subject: name,
          detail: { clientId, scopes: scopes.join(" "), ...options.official && { official: "true" } }
        })
      ),
      name
    )
    const clientSecret = Redacted.value(client.clientSecret)
    yield* print(
      options.json,
      { clientId: client.clientId, clientSecret, scopes: client.scopes },
      secretText(client.clientId, clientSecret)
    )
  }))

export const rotateClient = (clientId: string, overlap: Duration.Duration, json: boolean) =>
  withAccess(Effect.gen(function*() {
    if (Duration.isGreaterThan(overlap, maxOverlap)) {
      return yield* new CommandFailed({ message: "--overlap must be 30 days at most: until then the old secret works, too" })
    }
    const applications = yield* Applications
    yield* refuseOwned((yield* found(clientId)).application, "one that leaked ends with `client disable` or `client revoke`")
    const client = yield* applications.rotateClient(clientId, { overlapMillis: Duration.toMillis(overlap) })
    if (client === undefined) return yield* noClient(clientId)
    const clientSecret = Redacted.value(client.clientSecret)
    const previousUntil = isoTime(client.previousUntil)
    yield* print(
      json,
      { clientId, clientSecret, scopes: client.scopes, previousUntil },
      `${secretText(clientId, clientSecret)}\n${
        previousUntil === null ? "The old secret has ended." : `The old secret works until ${previousUntil}.`
      }`
    )
  }))

export const revokeClient = (clientId: string, json: boolean) =>
  withAccess(Effect.gen(function*() {
    const applications = yield* Applications
    if (!(yield* applications.revokeClient(clientId))) return yield* noClient(clientId)
    yield* print(json, { clientId, revoked: true }, `client ${clientId} is revoked, and its tokens with it`)
  }))

export const setClientDisabled = (clientId: string, disabled: boolean, json: boolean) =>
  withAccess(Effect.gen(function*() {
    const applications = yield* Applications
    if (!(yield* applications.setClientDisabled(clientId, disabled))) return yield* noClient(clientId)
    yield* print(
      json,
      { clientId, disabled },
      disabled
        ? `client ${clientId} is disabled: its tokens are refused until it is enabled again`
        : `client ${clientId} is enabled, and its tokens with it`
    )
  }))

export const clientScopes = (
  clientId: string,
  changes: { readonly grant: ReadonlyArray<string>; readonly withdraw: ReadonlyArray<string> },
  json: boolean
) =>
  withAccess(Effect.gen(function*() {
    const applications = yield* Applications
    const client = yield* found(clientId)
    if (changes.grant.length > 0) {
      yield* refuseOwned(client.application, "the agency grants more, with `request create` and `request approve`")
    }
    const granted = changes.grant.length === 0 ? [] : yield* checkedScopes(changes.grant, yield* readKnownRegistry)
    const scopes = yield* inOneTurn(Effect.gen(function*() {
      const { scopes: before } = yield* found(clientId)
      const missing = changes.withdraw.find((scope) => !before.includes(scope))
      if (missing !== undefined) return yield* notThere("granted scope", missing, before)
      const after = [...new Set([...before, ...granted])].filter((scope) => !changes.withdraw.includes(scope)).sort()
      if (changes.grant.length + changes.withdraw.length > 0) yield* applications.setScopes(clientId, after)
      return after
    }))
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
  withAccess(Effect.gen(function*() {
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
