/** `gapura token issue|revoke|list`. */
import { Clock, Duration, Effect, Redacted } from "effect"
import { Applications } from "../access/Applications.ts"
import { TokenStore } from "../access/TokenStore.ts"
import { Settings } from "../Settings.ts"
import { CommandFailed, isoTime, print } from "./Output.ts"
import { AccessRoom, checkedScopes, readRegistry, registryFileOf } from "./Rooms.ts"

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
    const registry = yield* readRegistry(yield* registryFileOf(settings))
    const scopes = yield* checkedScopes(options.scopes, registry)
    const issued = yield* Effect.gen(function*() {
      const applications = yield* Applications
      const tokens = yield* TokenStore
      yield* applications.ensure({
        name: options.application,
        ...(options.private ? { privateVerified: true } : {}),
        ...(options.official ? { official: true } : {})
      })
      return yield* tokens.issue({
        application: options.application,
        scopes,
        lifetimeMillis: Duration.toMillis(settings.tokenLifetime),
        nowMillis: yield* Clock.currentTimeMillis
      })
    }).pipe(Effect.provide(AccessRoom))
    const token = Redacted.value(issued.token)
    const expiresAt = isoTime(issued.expiresAt)
    yield* print(
      options.json,
      { token, tokenId: issued.tokenId, scopes: issued.scopes, expiresAt },
      `${token}\n\ntoken ${issued.tokenId} of ${options.application}, valid until ${expiresAt}; it is shown only this once`
    )
  }).pipe(Effect.provide(Settings.layer))

export const revokeToken = (tokenId: string, json: boolean) =>
  Effect.gen(function*() {
    const tokens = yield* TokenStore
    if (!(yield* tokens.revoke(tokenId))) return yield* new CommandFailed({ message: `there is no valid token ${JSON.stringify(tokenId)}` })
    yield* print(json, { tokenId, revoked: true }, `token ${tokenId} is revoked`)
  }).pipe(Effect.provide(AccessRoom), Effect.provide(Settings.layer))

export const listTokens = (json: boolean) =>
  Effect.gen(function*() {
    const tokens = yield* TokenStore
    for (const { application, expiresAt, revokedAt, scopes, tokenId } of yield* tokens.list) {
      yield* print(
        json,
        { tokenId, application, scopes, expiresAt: isoTime(expiresAt), revokedAt: isoTime(revokedAt) },
        `${tokenId}  ${application}  ${revokedAt === null ? `until ${isoTime(expiresAt)}` : `revoked ${isoTime(revokedAt)}`}  ${scopes.join(" ")}`
      )
    }
  }).pipe(Effect.provide(AccessRoom), Effect.provide(Settings.layer))
