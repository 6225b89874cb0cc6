/** `gapura application …`: who owns an application, which scopes it selected, and what its clients were granted. */
import { Clock, Console, Effect } from "effect"
import { Applications, type UnknownDeveloper } from "../access/Applications.ts"
import { Developers } from "../access/Developers.ts"
import type { Application } from "../domain/Application.ts"
import { lookAlikes } from "../domain/LookAlikes.ts"
import { checkedAgency, checkedApplicationName } from "./Arguments.ts"
import { checkedScopes, inOneTurn, readKnownRegistry, withAccess } from "./CommandLayers.ts"
import { inActionRoom, recorded } from "./Logged.ts"
import { CommandFailed, isoTime, notThere, print, printList } from "./Output.ts"
import { shortTime, table, visible } from "./Table.ts"
import { verificationsText } from "./VerificationsText.ts"

export interface CreateOptions {
  readonly name: string
  readonly owner: string | undefined
  readonly agency: string | undefined
  readonly scopes: ReadonlyArray<string>
  readonly json: boolean
}

/** @param looksLike names of other applications that cannot be told from this one's */
const toJson = (application: Application, looksLike: ReadonlyArray<string> = []) => ({
  name: application.name,
  owner: application.owner,
  agency: application.agency,
  official: application.official,
  privateVerified: application.privateVerified,
  scopes: application.scopes,
  createdAt: isoTime(application.createdAt),
  disabledAt: isoTime(application.disabledAt),
  ...(looksLike.length === 0 ? {} : { looksLike })
})

const behind = ({ agency, official, owner }: Application): string => {
  if (agency !== null) return `agency ${agency}`
  return owner ?? (official ? "official" : "–")
}
const stateOf = ({ disabledAt }: Application): string => disabledAt === null ? "active" : `disabled ${shortTime(disabledAt)}`

const noApplication = Effect.fn("Applications.noApplication")(function*(name: string) {
  const all = yield* (yield* Applications).list
  return yield* notThere("application", name, all.map((application) => application.name))
})

const noDeveloper = Effect.fn("Applications.noDeveloper")(function*({ account }: UnknownDeveloper) {
  const all = yield* (yield* Developers).list
  return yield* notThere("developer", account, all.map((developer) => developer.account))
})

const find = Effect.fn("Applications.find")(function*(name: string) {
  const application = yield* (yield* Applications).find(name)
  return application === undefined ? yield* noApplication(name) : application
})

export const createApplication = (options: CreateOptions) =>
  inActionRoom(Effect.gen(function*() {
    const name = yield* checkedApplicationName("the application's name", options.name)
    if (options.owner !== undefined && options.agency !== undefined) {
      return yield* new CommandFailed({ message: "an application has an --owner or is an --agency's, not both" })
    }
    const agency = options.agency === undefined ? undefined : yield* checkedAgency(options.agency, yield* readKnownRegistry)
    const scopes = options.scopes.length === 0 ? undefined : yield* checkedScopes(options.scopes, yield* readKnownRegistry)
    const made = yield* Effect.catchTag(
      recorded(
        (yield* Applications).create({ name, owner: options.owner, agency, scopes }),
        (created) => ({
          action: "application-created",
          agency: created.agency,
          subject: name,
          detail: { for: created.owner ?? "", scopes: (created.scopes ?? []).join(" ") }
        })
      ),
      "UnknownDeveloper",
      noDeveloper
    )
    yield* print(
      options.json,
      toJson(made),
      `application ${name} is made${agency === undefined ? "" : `, the official one of ${agency}`}${
        options.owner === undefined ? "" : `, owned by ${options.owner}`
      }`
    )
  }))

/** What an operator reads beside a name that cannot be told from another's. */
const looksLike = (others: ReadonlyArray<string> = []): string =>
  others.length === 0 ? "" : ` (looks like ${others.map((name) => JSON.stringify(name)).join(", ")})`

export const listApplications = (json: boolean) =>
  withAccess(Effect.gen(function*() {
    const all = yield* (yield* Applications).list
    const alike = lookAlikes(all.map(({ name }) => name))
    yield* printList({
      json,
      items: all,
      toJson: (application) => toJson(application, alike.get(application.name)),
      head: ["APPLICATION", "OWNER", "STATE", "SELECTED SCOPES"],
      toRow: (
        application
      ) => [
        `${application.name}${looksLike(alike.get(application.name))}`,
        behind(application),
        stateOf(application),
        application.scopes === null ? "–" : application.scopes.join(" ")
      ],
      none: "There are no applications."
    })
  }))

/** Why it may read private endpoints, or that it may not. */
const privateAccess = Effect.fn("Applications.privateAccess")(function*({ official, owner, privateVerified }: Application) {
  if (official) return "official application"
  if (privateVerified) return "vouched for by an operator"
  const developer = owner === null ? undefined : yield* (yield* Developers).find(owner)
  return developer === undefined || developer.verifications.length === 0
    ? "no"
    : `its owner's: ${verificationsText(developer, yield* Clock.currentTimeMillis)}`
})

export const showApplication = (name: string, json: boolean) =>
  withAccess(Effect.gen(function*() {
    const application = yield* find(name)
    const others = lookAlikes((yield* (yield* Applications).list).map((one) => one.name)).get(name)
    const clients = yield* (yield* Applications).clientsOf(name)
    if (json) {
      return yield* Console.log(JSON.stringify({
        ...toJson(application, others),
        clients: clients.map((client) => ({
          clientId: client.clientId,
          scopes: client.scopes,
          disabledAt: isoTime(client.disabledAt),
          revokedAt: isoTime(client.revokedAt),
          previousSecretUntil: isoTime(client.previousUntil)
        }))
      }))
    }
    yield* Console.log(table(["APPLICATION", `${visible(name)}${visible(looksLike(others))}`], [
      ["owner", behind(application)],
      ["state", stateOf(application)],
      ["private access", yield* privateAccess(application)],
      ["selected scopes", application.scopes === null ? "–" : application.scopes.join(" ")],
      ...clients.map((
        client
      ) => [
        client.revokedAt !== null ? "revoked client" : client.disabledAt !== null ? "disabled client" : "client",
        `${client.clientId} ${client.scopes.join(" ")}`
      ])
    ]))
  }))

export const applicationScopes = (
  name: string,
  changes: { readonly select: ReadonlyArray<string>; readonly withdraw: ReadonlyArray<string> },
  json: boolean
) =>
  withAccess(Effect.gen(function*() {
    const applications = yield* Applications
    const before = yield* find(name)
    if (changes.select.length > 0) {
      const more = yield* checkedScopes(changes.select, yield* readKnownRegistry)
      yield* inOneTurn(Effect.flatMap(find(name), ({ scopes: now }) => applications.selectScopes(name, [...now ?? [], ...more])))
    }
    if (changes.withdraw.length > 0) {
      const held = new Set([...(yield* find(name)).scopes ?? [], ...(yield* applications.clientsOf(name)).flatMap(({ scopes }) => scopes)])
      // A scope that only a token has, of an application that selected none, can be withdrawn as well.
      const missing = before.scopes === null ? undefined : changes.withdraw.find((scope) => !held.has(scope))
      if (missing !== undefined) return yield* notThere("scope of this application", missing, held)
      yield* applications.withdrawScopes(name, changes.withdraw)
    }
    const { scopes } = yield* find(name)
    const granted = (yield* applications.clientsOf(name)).filter(({ revokedAt }) => revokedAt === null).map((
      { clientId, scopes: ofClient }
    ) => ({ clientId, scopes: ofClient }))
    yield* print(
      json,
      { name, scopes, clients: granted },
      table(["HELD BY", "SCOPES"], [
        ["its own tokens", scopes === null ? "whatever they are issued with" : scopes.join(" ")],
        ...granted.map((client) => [client.clientId, client.scopes.join(" ")])
      ])
    )
  }))

export const setApplicationAgency = (name: string, slug: string | undefined, json: boolean) =>
  withAccess(Effect.gen(function*() {
    const agency = slug === undefined ? null : yield* checkedAgency(slug, yield* readKnownRegistry)
    if (!(yield* (yield* Applications).setAgency(name, agency))) return yield* noApplication(name)
    yield* print(
      json,
      toJson(yield* find(name)),
      agency === null
        ? `application ${visible(name)} is not official any more`
        : `application ${visible(name)} is an official one of ${agency}`
    )
  }))

export const setApplicationOwner = (name: string, account: string | undefined, json: boolean) =>
  withAccess(Effect.gen(function*() {
    const changed = yield* Effect.catchTag((yield* Applications).setOwner(name, account ?? null), "UnknownDeveloper", noDeveloper)
    if (!changed) return yield* noApplication(name)
    yield* print(
      json,
      toJson(yield* find(name)),
      account === undefined
        ? `application ${visible(name)} has no owner any more`
        : `application ${visible(name)} is owned by ${visible(account)}`
    )
  }))

export const setApplicationDisabled = (name: string, disabled: boolean, json: boolean) =>
  withAccess(Effect.gen(function*() {
    if (!(yield* (yield* Applications).setDisabled(name, disabled))) return yield* noApplication(name)
    yield* print(
      json,
      toJson(yield* find(name)),
      disabled
        ? `application ${visible(name)} is disabled: its tokens are refused until it is enabled again`
        : `application ${visible(name)} is enabled, and its tokens with it`
    )
  }))
