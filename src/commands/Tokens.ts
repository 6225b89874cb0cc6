/** `gapura token issue|revoke|list`. */
import { Clock, Duration, Effect, Redacted } from "effect"
import { Applications } from "../access/Applications.ts"
import { TokenStore } from "../access/TokenStore.ts"
import { Settings } from "../Settings.ts"
import { checkedName } from "./Arguments.ts"
import { CommandFailed, isoTime, notThere, print, printList } from "./Output.ts"
import { AccessRoom, checkedScopes, readKnownRegistry } from "./Rooms.ts"
import { shortTime, visible } from "./Table.ts"

export interface IssueOptions {
  readonly application: string
  readonly scopes: ReadonlyArray<string>
  readonly private: boolean
  readonly official: boolean
  readonly json: boolean
}

export const issueToken = (options: IssueOptions) =>
  Effect.gen(function*() {
    const settings = yield* Settings
    const registry = yield* readKnownRegistry
    const scopes = yield* checkedScopes(options.scopes, registry)
    const application = yield* checkedName("--application", options.application)
    const issued = yield* Effect.gen(function*() {
      const applications = yield* Applications
      const tokens = yield* TokenStore
      yield* applications.ensure({
        name: application,
        ...(options.private ? { privateVerified: true } : {}),
        ...(options.official ? { official: true } : {})
      })
      return yield* tokens.issue({
        application,
        scopes,
        lifetimeMillis: Duration.toMillis(settings.tokenLifetime),
        nowMillis: yield* Clock.currentTimeMillis
      })
    }).pipe(
      Effect.catchTags({
        UnknownApplication: () => Effect.fail(new CommandFailed({ message: `the application ${JSON.stringify(application)} is disabled, or its owner is` })),
        ScopeNotSelected: (error) => Effect.fail(new CommandFailed({ message: `${error.message}; let it with: application scopes ${application} --select ${error.scope}` }))
      })
    )
    const token = Redacted.value(issued.token)
    const expiresAt = isoTime(issued.expiresAt)
    yield* print(
      options.json,
      { token, tokenId: issued.tokenId, scopes: issued.scopes, expiresAt },
      `${token}\n\ntoken ${issued.tokenId} of ${application}, valid until ${expiresAt}; it is shown only this once`
    )
  }).pipe(Effect.provide(AccessRoom), Effect.provide(Settings.layer))

/** How many of the latest tokens a mistyped one is compared with. */
const comparedTokens = 10_000

export const revokeToken = (tokenId: string, json: boolean) =>
  Effect.gen(function*() {
    const tokens = yield* TokenStore
    if (!(yield* tokens.revoke(tokenId))) {
      const all = yield* tokens.list
      return yield* notThere("valid token", tokenId, all.slice(-comparedTokens).flatMap((token) => token.revokedAt === null ? [token.tokenId] : []))
    }
    yield* print(json, { tokenId, revoked: true }, `token ${visible(tokenId)} is revoked`)
  }).pipe(Effect.provide(AccessRoom), Effect.provide(Settings.layer))

export const listTokens = (json: boolean) =>
  Effect.gen(function*() {
    const tokens = yield* TokenStore
    const now = yield* Clock.currentTimeMillis
    yield* printList({
      json,
      items: yield* tokens.list,
      toJson: ({ application, expiresAt, revokedAt, scopes, tokenId }) => ({ tokenId, application, scopes, expiresAt: isoTime(expiresAt), revokedAt: isoTime(revokedAt) }),
      head: ["TOKEN", "APPLICATION", "STATE", "SCOPES"],
      toRow: ({ application, expiresAt, revokedAt, scopes, tokenId }) => [
        tokenId,
        application,
        revokedAt === null ? `${now < expiresAt ? "until" : "expired"} ${shortTime(expiresAt)}` : `revoked ${shortTime(revokedAt)}`,
        scopes.join(" ")
      ],
      none: "There are no tokens."
    })
  }).pipe(Effect.provide(AccessRoom), Effect.provide(Settings.layer))
