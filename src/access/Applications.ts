/**
 * Applications and their OAuth clients: who owns one, which scopes it selected, what it was granted.
 *
 * States: an application is active or disabled, as are its owner and its clients; their tokens live and die with them,
 * in every process within a second. `ClientRegister` has the clients' part.
 */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import type { Application } from "../domain/Application.ts"
import type { Client } from "../domain/Client.ts"
import { skeletonOf } from "../domain/LookAlikes.ts"
import { announce } from "./AccessChanges.ts"
import { AccessSql } from "./AccessSql.ts"
import { makeClientRegister, type NewClient, type RotatedClient, type RotateOptions } from "./ClientRegister.ts"
import { encodeScopes, narrowTokens, scopeSet } from "./LiveTokens.ts"
import { Scopes } from "./TokenRows.ts"

/** There is an application of that name already, or of one that looks the same. */
export class NameTaken
  extends Schema.TaggedError<NameTaken>()("NameTaken", { name: Schema.String, by: Schema.String }, { httpApiStatus: 409 })
{
  override get message(): string {
    return this.by === this.name
      ? `there is an application named ${JSON.stringify(this.name)} already`
      : `the name ${JSON.stringify(this.name)} cannot be told from that of the application ${JSON.stringify(this.by)}`
  }
}

/** There is no developer with that account. */
export class UnknownDeveloper
  extends Schema.TaggedError<UnknownDeveloper>()("UnknownDeveloper", { account: Schema.String }, { httpApiStatus: 404 })
{
  override get message(): string {
    return `there is no developer with the account ${JSON.stringify(this.account)}`
  }
}

export interface EnsureOptions {
  readonly name: string
  /** Left as it is when absent; false for a new application. */
  readonly official?: boolean | undefined
  readonly privateVerified?: boolean | undefined
}

export interface CreateOptions {
  readonly name: string
  readonly purpose?: string | undefined
  /** Account of the developer who owns it. */
  readonly owner?: string | undefined
  /** Slug of the agency whose official application it is. */
  readonly agency?: string | undefined
  readonly scopes?: ReadonlyArray<string> | undefined
}

export interface ClientOptions extends EnsureOptions {
  /** The most that a token of this client can have. */
  readonly scopes: ReadonlyArray<string>
}

const Row = Schema.Struct({
  name: Schema.String,
  purpose: Schema.NullOr(Schema.String),
  owner: Schema.NullOr(Schema.String),
  agency: Schema.NullOr(Schema.String),
  official: Schema.Int,
  private_verified: Schema.Int,
  scopes: Schema.NullOr(Scopes),
  created_at: Schema.Finite,
  disabled_at: Schema.NullOr(Schema.Finite)
})
const decodeNames = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ name: Schema.String })))
const die = { SqlError: Effect.die, SchemaError: Effect.die }
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

const toApplication = (row: typeof Row.Type): Application => ({
  name: row.name,
  purpose: row.purpose,
  owner: row.owner,
  agency: row.agency,
  official: row.official === 1,
  privateVerified: row.private_verified === 1,
  scopes: row.scopes,
  createdAt: row.created_at,
  disabledAt: row.disabled_at
})

export class Applications extends Context.Service<Applications, {
  /** The application of that name, made where there is none, with the flags that are given. */
  readonly ensure: (options: EnsureOptions) => Effect.Effect<Application, NameTaken>
  /** A new application of a developer or of an agency. */
  readonly create: (options: CreateOptions) => Effect.Effect<Application, NameTaken | UnknownDeveloper>
  readonly find: (name: string) => Effect.Effect<Application | undefined>
  /** By name. */
  readonly list: Effect.Effect<ReadonlyArray<Application>>
  readonly listOwned: (owner: string) => Effect.Effect<ReadonlyArray<Application>>
  /** Makes it the official application of an agency, or of none. False when there is no such application. */
  readonly setAgency: (name: string, agency: string | null) => Effect.Effect<boolean>
  /** Gives it to a developer, or to none. False as above. */
  readonly setOwner: (name: string, owner: string | null) => Effect.Effect<boolean, UnknownDeveloper>
  /** Selects exactly `scopes` for its own tokens; live ones lose the others. What clients were granted is not touched. */
  readonly selectScopes: (name: string, scopes: ReadonlyArray<string>) => Effect.Effect<boolean>
  /** Takes scopes from the selection, from every client's grant and from every live token. */
  readonly withdrawScopes: (name: string, scopes: ReadonlyArray<string>) => Effect.Effect<boolean>
  /** A disabled application's tokens are refused and it gets no new ones. False when there is no such application. */
  readonly setDisabled: (name: string, disabled: boolean) => Effect.Effect<boolean>
  readonly createClient: (options: ClientOptions) => Effect.Effect<NewClient, NameTaken>
  /**
   * Grants scopes to the application's latest active client whose secret nobody but its owner has seen, or to a new one
   * whose secret nobody has seen. @returns the client's id
   */
  readonly grantScopes: (application: string, scopes: ReadonlyArray<string>) => Effect.Effect<string>
  /** A new secret; the old one ends after the overlap, tokens go on. Undefined when there is no such client, or it is revoked. */
  readonly rotateClient: (clientId: string, options?: RotateOptions) => Effect.Effect<RotatedClient | undefined>
  /** Grants exactly `scopes` from now on; live tokens lose what is withdrawn and gain nothing. False as above. */
  readonly setScopes: (clientId: string, scopes: ReadonlyArray<string>) => Effect.Effect<boolean>
  /** A disabled client gets no tokens and those it has are refused. False as above. */
  readonly setClientDisabled: (clientId: string, disabled: boolean) => Effect.Effect<boolean>
  /** For good. False when there is no such client, or it is revoked already. */
  readonly revokeClient: (clientId: string) => Effect.Effect<boolean>
  readonly listClients: Effect.Effect<ReadonlyArray<Client>>
  readonly clientsOf: (application: string) => Effect.Effect<ReadonlyArray<Client>>
}>()("gapura/access/Applications") {
  static readonly layer: Layer.Layer<Applications, never, AccessSql> = Layer.effect(
    Applications,
    Effect.gen(function*() {
      const sql = yield* AccessSql
      const { add, addUnseen, extend, withdraw, ...clients } = makeClientRegister(sql)
      const rowsWhere = (condition: ReturnType<typeof sql.and>) =>
        Effect.flatMap(
          sql`SELECT name, purpose, owner, agency, official, private_verified, scopes, created_at, disabled_at FROM applications
            WHERE ${condition} ORDER BY name`,
          decodeRows
        )
      const rowOf = (name: string) => Effect.map(rowsWhere(sql.and([sql`name = ${name}`])), ([row]) => row)
      const listed = (condition: ReturnType<typeof sql.and>) =>
        Effect.orDie(Effect.map(rowsWhere(condition), (rows) => rows.map(toApplication)))

      /** A new one, within a transaction; whose name nobody can take for another's. */
      const insert = Effect.fn("Applications.insert")(
        function*(fields: Readonly<Record<string, unknown>> & { readonly name: string }, nowMillis: number) {
          const { name } = fields
          const skeleton = skeletonOf(name)
          const alike = (yield* Effect.flatMap(sql`SELECT name FROM applications`, decodeNames)).find((one) =>
            one.name === name || skeletonOf(one.name) === skeleton
          )
          if (alike !== undefined) return yield* new NameTaken({ name, by: alike.name })
          yield* sql`INSERT INTO applications ${sql.insert({ official: 0, private_verified: 0, ...fields, created_at: nowMillis })}`
        }
      )

      const ensure = Effect.fn("Applications.ensure")(function*({ name, official, privateVerified }: EnsureOptions) {
        const flags = {
          ...(official === undefined ? {} : { official: Number(official) }),
          ...(privateVerified === undefined ? {} : { private_verified: Number(privateVerified) })
        }
        const now = yield* Clock.currentTimeMillis
        return yield* sql.withTransaction(Effect.gen(function*() {
          const before: Readonly<Record<string, unknown>> | undefined = yield* rowOf(name)
          if (before === undefined) yield* insert({ name, ...flags }, now)
          else if (Object.entries(flags).some(([column, flag]) => before[column] !== flag)) {
            yield* sql`UPDATE applications SET ${sql.update(flags)} WHERE name = ${name}`
            yield* announce(sql, "application", name, now)
          }
          const row = yield* rowOf(name)
          return row === undefined ? yield* Effect.die(new Error("an application vanished")) : toApplication(row)
        }))
      }, Effect.catchTags(die))

      const knownDeveloper = Effect.fn("Applications.knownDeveloper")(function*(account: string) {
        const found = yield* Effect.orDie(sql`SELECT account FROM developers WHERE account = ${account}`)
        if (found.length === 0) return yield* new UnknownDeveloper({ account })
      })

      const create = Effect.fn("Applications.create")(function*({ agency, name, owner, purpose, scopes }: CreateOptions) {
        const now = yield* Clock.currentTimeMillis
        const fields = {
          name,
          purpose: purpose ?? null,
          owner: owner ?? null,
          agency: agency ?? null,
          official: Number(agency !== undefined),
          scopes: scopes === undefined ? null : encodeScopes(scopeSet(scopes))
        }
        return yield* sql.withTransaction(Effect.gen(function*() {
          if (owner !== undefined) yield* knownDeveloper(owner)
          yield* insert(fields, now)
          return {
            ...fields,
            official: agency !== undefined,
            privateVerified: false,
            scopes: scopes === undefined ? null : scopeSet(scopes),
            createdAt: now,
            disabledAt: null
          }
        }))
      }, Effect.catchTags(die))

      /** One change of an application's row, told to everybody; false when there is none of that name. */
      const change = (name: string, make: (row: typeof Row.Type, nowMillis: number) => Effect.Effect<void, unknown>) =>
        Effect.gen(function*() {
          const now = yield* Clock.currentTimeMillis
          return yield* sql.withTransaction(Effect.gen(function*() {
            const row = yield* rowOf(name)
            if (row === undefined) return false
            yield* make(row, now)
            yield* announce(sql, "application", name, now)
            return true
          }))
        }).pipe(Effect.orDie)
      const update = (name: string, fields: Readonly<Record<string, unknown>>) =>
        Effect.asVoid(sql`UPDATE applications SET ${sql.update(fields)} WHERE name = ${name}`)

      return {
        ensure,
        create,
        find: (name) => Effect.orDie(Effect.map(rowOf(name), (row) => row === undefined ? undefined : toApplication(row))),
        list: listed(sql.and([])),
        listOwned: (owner) => listed(sql.and([sql`owner = ${owner}`])),
        setAgency: (name, agency) => change(name, () => update(name, { agency, official: Number(agency !== null) })),
        setOwner: (name, owner) =>
          Effect.andThen(owner === null ? Effect.void : knownDeveloper(owner), change(name, () => update(name, { owner }))),
        selectScopes: (name, wanted) => {
          const scopes = scopeSet(wanted)
          return change(name, (_, now) =>
            Effect.andThen(
              update(name, { scopes: encodeScopes(scopes) }),
              narrowTokens(sql, sql.and([sql`application = ${name}`, "client_id IS NULL"]), (scope) => scopes.includes(scope), now)
            ))
        },
        withdrawScopes: (name, scopes) => {
          const withdrawn = new Set(scopes)
          const kept = (scope: string) => !withdrawn.has(scope)
          return change(name, (row, now) =>
            Effect.gen(function*() {
              if (row.scopes !== null) yield* update(name, { scopes: encodeScopes(row.scopes.filter(kept)) })
              yield* withdraw(name, withdrawn)
              yield* narrowTokens(sql, sql`application = ${name}`, kept, now)
            }))
        },
        setDisabled: (name, disabled) => change(name, (_, now) => update(name, { disabled_at: disabled ? now : null })),
        createClient: (options) =>
          Effect.catchTag(sql.withTransaction(Effect.andThen(ensure(options), add(options.name, options.scopes))), "SqlError", Effect.die),
        grantScopes: (application, scopes) =>
          sql.withTransaction(Effect.gen(function*() {
            const row = yield* rowOf(application)
            return (yield* extend(application, row?.owner ?? null, scopes)) ?? (yield* addUnseen(application, scopes))
          })).pipe(Effect.orDie),
        ...clients
      }
    })
  )
}
