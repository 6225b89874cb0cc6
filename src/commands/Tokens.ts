/** `gapura token issue|revoke|list`. */
import { Clock, Duration, Effect, Redacted } from "effect"
import { Applications } from "../access/Applications.ts"
import type { IssuedToken } from "../access/IssuedToken.ts"
import { issueRehearsal } from "../access/RehearsalTokens.ts"
import { TokenStore } from "../access/TokenStore.ts"
import { Settings } from "../settings/Settings.ts"
import { namedApplication } from "./Arguments.ts"
import { AccessLayer, checkedScopes, readKnownRegistry } from "./CommandLayers.ts"
import { inActionRoom, recorded, vouched } from "./Logged.ts"
import { CommandFailed, isoTime, notThere, print, printList } from "./Output.ts"
import { shortTime, visible } from "./Table.ts"

export interface IssueOptions {
  readonly application: string
  readonly scopes: ReadonlyArray<string>
  readonly private: boolean
  readonly official: boolean
  readonly isRehearsal: boolean
  readonly json: boolean
}

/** @param whose for instance `of peta-kota` */
const show = (json: boolean, { expiresAt, scopes, token, tokenId }: IssuedToken, whose: string) =>
  print(
    json,
    { token: Redacted.value(token), tokenId, scopes, expiresAt: isoTime(expiresAt) },
    `${Redacted.value(token)}\n\ntoken ${tokenId} ${whose}, valid until ${isoTime(expiresAt)}; it is shown only this once`
  )

export const issueToken = (options: IssueOptions) =>
  Effect.gen(function*() {
    const settings = yield* Settings
    const registry = yield* readKnownRegistry
    if (options.isRehearsal && (options.scopes.length > 0 || options.private || options.official)) {
      return yield* new CommandFailed({
        message: "a token of kind latihan opens nothing real: leave --scope, --private and --official out"
      })
    }
    const scopes = options.isRehearsal ? [] : yield* checkedScopes(options.scopes, registry)
    const application = yield* namedApplication("--application", options.application)
    const issued = yield* Effect.gen(function*() {
      const applications = yield* Applications
      const tokens = yield* TokenStore
      yield* vouched(
        applications.ensure({
          name: application,
          ...(options.private ? { privateVerified: true } : {}),
          ...(options.official ? { official: true } : {})
        }),
        application
      )
      const nowMillis = yield* Clock.currentTimeMillis
      if (options.isRehearsal) return yield* issueRehearsal(application, nowMillis)
      return yield* tokens.issue({
        application,
        scopes,
        lifetimeMillis: Duration.toMillis(settings.tokenLifetime),
        nowMillis
      })
    }).pipe(
      Effect.catchTags({
        TooManyRehearsals: ({ message }) => Effect.fail(new CommandFailed({ message })),
        UnknownApplication: () =>
          Effect.fail(new CommandFailed({ message: `the application ${JSON.stringify(application)} is disabled, or its owner is` })),
        ScopeNotSelected: (error) =>
          Effect.fail(
            new CommandFailed({ message: `${error.message}; let it with: application scopes ${application} --select ${error.scope}` })
          )
      })
    )
    yield* show(options.json, issued, `of ${application}`)
  }).pipe(inActionRoom)

/** How many of the latest tokens a mistyped one is compared with. */
const comparedTokens = 10_000

const noToken = (what: string, tokenId: string) =>
  Effect.flatMap(
    Effect.flatMap(TokenStore, ({ list }) => list),
    (all) =>
      Effect.fail(notThere(what, tokenId, all.slice(-comparedTokens).flatMap((token) => token.revokedAt === null ? [token.tokenId] : [])))
  )

export const rotateToken = (tokenId: string, overlap: Duration.Duration, json: boolean) =>
  Effect.gen(function*() {
    const { tokenLifetime } = yield* Settings
    const tokens = yield* TokenStore
    const made = yield* tokens.rotate({
      tokenId,
      lifetimeMillis: Duration.toMillis(tokenLifetime),
      nowMillis: yield* Clock.currentTimeMillis,
      overlapMillis: Duration.toMillis(overlap)
    }).pipe(
      Effect.catchTags({
        NotRotatable: () => noToken("valid token of an application's own", tokenId),
        RotatedTooOften: ({ message }) => Effect.fail(new CommandFailed({ message })),
        UnknownApplication: ({ message }) => Effect.fail(new CommandFailed({ message })),
        ScopeNotSelected: ({ message }) => Effect.fail(new CommandFailed({ message }))
      })
    )
    yield* show(
      json,
      made,
      `in the place of ${tokenId}, which ${Duration.isZero(overlap) ? "has ended" : `ends in ${Duration.format(overlap)}`}`
    )
  }).pipe(Effect.provide(AccessLayer), Effect.provide(Settings.layer))

export const revokeToken = (tokenId: string, json: boolean) =>
  Effect.gen(function*() {
    const tokens = yield* TokenStore
    const isRevoked = yield* recorded(tokens.revoke(tokenId), (done) => done ? { action: "token-revoked", subject: tokenId } : undefined)
    if (!isRevoked) return yield* noToken("valid token", tokenId)
    yield* print(json, { tokenId, revoked: true }, `token ${visible(tokenId)} is revoked`)
  }).pipe(inActionRoom)

export const listTokens = (json: boolean) =>
  Effect.gen(function*() {
    const tokens = yield* TokenStore
    const now = yield* Clock.currentTimeMillis
    yield* printList({
      json,
      items: yield* tokens.list,
      toJson: ({ application, expiresAt, isRehearsal, revokedAt, scopes, tokenId }) => ({
        tokenId,
        application,
        scopes,
        expiresAt: isoTime(expiresAt),
        revokedAt: isoTime(revokedAt),
        ...(isRehearsal ? { kind: "latihan" } : {})
      }),
      head: ["TOKEN", "APPLICATION", "STATE", "SCOPES"],
      toRow: ({ application, expiresAt, isRehearsal, revokedAt, scopes, tokenId }) => [
        tokenId,
        application,
        revokedAt === null ? `${now < expiresAt ? "until" : "expired"} ${shortTime(expiresAt)}` : `revoked ${shortTime(revokedAt)}`,
        isRehearsal ? "latihan" : scopes.join(" ")
      ],
      none: "There are no tokens."
    })
  }).pipe(Effect.provide(AccessLayer), Effect.provide(Settings.layer))
