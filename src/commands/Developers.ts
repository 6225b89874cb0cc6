/** `gapura developer …`: who owns applications, and whose private account is verified. */
import { Effect } from "effect"
import { Developers } from "../access/Developers.ts"
import type { Developer, DeveloperKind } from "../domain/Developer.ts"
import { actor, checkedName } from "./Arguments.ts"
import { isoTime, notThere, print, printList } from "./Output.ts"
import { inAccessRoom } from "./Rooms.ts"
import { shortTime, visible } from "./Table.ts"

const toJson = (developer: Developer) => ({
  account: developer.account,
  name: developer.name,
  kind: developer.kind,
  createdAt: isoTime(developer.createdAt),
  verifiedAt: isoTime(developer.verifiedAt),
  verifiedBy: developer.verifiedBy,
  disabledAt: isoTime(developer.disabledAt)
})

/** The developer, or the failure that names those with nearly that account. */
const found = Effect.fnUntraced(function*(account: string, developer: Developer | undefined) {
  if (developer !== undefined) return developer
  const all = yield* (yield* Developers).list
  return yield* notThere("developer", account, all.map((one) => one.account))
})

export const createDeveloper = (options: { readonly account: string; readonly name: string; readonly kind: DeveloperKind; readonly json: boolean }) =>
  inAccessRoom(Effect.gen(function*() {
    const account = yield* checkedName("the account", options.account)
    const name = yield* checkedName("--name", options.name)
    const developer = yield* (yield* Developers).ensure({ account, name, kind: options.kind })
    yield* print(options.json, toJson(developer), `developer ${account} (${name}) is there`)
  }))

export const listDevelopers = (json: boolean) =>
  inAccessRoom(Effect.gen(function*() {
    yield* printList({
      json,
      items: yield* (yield* Developers).list,
      toJson,
      head: ["ACCOUNT", "NAME", "KIND", "STATE", "PRIVATE ACCOUNT"],
      toRow: (developer) => [
        developer.account,
        developer.name,
        developer.kind,
        developer.disabledAt === null ? "active" : `disabled ${shortTime(developer.disabledAt)}`,
        developer.verifiedAt === null ? "not verified" : `verified ${shortTime(developer.verifiedAt)} by ${developer.verifiedBy}`
      ],
      none: "There are no developers."
    })
  }))

export const verifyDeveloper = (account: string, by: string | undefined, json: boolean) =>
  inAccessRoom(Effect.gen(function*() {
    const developer = yield* found(account, yield* (yield* Developers).verify(account, yield* actor(by)))
    yield* print(json, toJson(developer), `the private account of ${visible(account)} is verified, by ${developer.verifiedBy} at ${isoTime(developer.verifiedAt)}`)
  }))

export const unverifyDeveloper = (account: string, json: boolean) =>
  inAccessRoom(Effect.gen(function*() {
    const developer = yield* found(account, yield* (yield* Developers).unverify(account))
    yield* print(json, toJson(developer), `the private account of ${visible(account)} is not verified any more`)
  }))

export const setDeveloperDisabled = (account: string, disabled: boolean, json: boolean) =>
  inAccessRoom(Effect.gen(function*() {
    const developer = yield* found(account, yield* (yield* Developers).setDisabled(account, disabled))
    yield* print(json, toJson(developer), disabled
      ? `developer ${visible(account)} is disabled: the tokens of all their applications are refused until they are enabled again`
      : `developer ${visible(account)} is enabled, and the tokens of their applications with them`)
  }))
