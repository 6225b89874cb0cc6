/** What people type, checked before anything is done: names, agencies, scopes of an agency, and who they are. */
import { Effect, Schema } from "effect"
import { userInfo } from "node:os"
import { Applications } from "../access/Applications.ts"
import { ApplicationName, Name } from "../domain/Application.ts"
import { defaultLastDay, endOf, longestDays } from "../domain/Verification.ts"
import type { RegistrySnapshot } from "../registry/RegistrySnapshot.ts"
import { Settings } from "../settings/Settings.ts"
import { CommandFailed, nearestOf, notThere } from "./Output.ts"

const isName = Schema.is(Name)
const isApplicationName = Schema.is(ApplicationName)

/** @param what for instance `the application's name` */
export const checkedName = (what: string, text: string): Effect.Effect<string, CommandFailed> =>
  isName(text)
    ? Effect.succeed(text)
    : Effect.fail(new CommandFailed({ message: `${what} must be 1 to 200 visible characters on one line` }))

/** The name of a new application, in its normal form. @param what as above */
export const checkedApplicationName = (what: string, text: string): Effect.Effect<string, CommandFailed> => {
  const name = text.normalize("NFKC")
  return isApplicationName(name)
    ? Effect.succeed(name)
    : Effect.fail(
      new CommandFailed({ message: `${what} must be 1 to 200 visible characters on one line, none of them one that cannot be seen` })
    )
}

/** An application that is there, whatever it is called, or the name of a new one. */
export const namedApplication = Effect.fn("Arguments.namedApplication")(function*(what: string, text: string) {
  const known = yield* (yield* Applications).find(text)
  return known === undefined ? yield* checkedApplicationName(what, text) : known.name
})

export const checkedAgency = (slug: string, registry: RegistrySnapshot): Effect.Effect<string, CommandFailed> => {
  const slugs = registry.agencies.map((agency) => agency.slug)
  return slugs.includes(slug) ? Effect.succeed(slug) : Effect.fail(notThere("agency", slug, slugs))
}

/** Every one of the scopes has to be of the agency's own endpoints. */
export const checkedScopesOfAgency = (
  scopes: ReadonlyArray<string>,
  slug: string,
  registry: RegistrySnapshot
): Effect.Effect<ReadonlyArray<string>, CommandFailed> => {
  const own = new Set(registry.endpoints.filter(({ agency }) => agency.slug === slug).map(({ scope }) => scope))
  const foreign = scopes.find((scope) => !own.has(scope))
  return foreign === undefined
    ? Effect.succeed(scopes)
    : Effect.fail(
      new CommandFailed({ message: `the scope ${JSON.stringify(foreign)} is not of the agency ${slug}${nearestOf(own, foreign)}` })
    )
}

/** Who decides: as named, or the user that runs the command. */
export const actor = (named: string | undefined): Effect.Effect<string, CommandFailed> =>
  named !== undefined ? checkedName("--by", named) : Effect.try({
    try: () => userInfo().username,
    catch: () => new CommandFailed({ message: "the user that runs this command has no name: say who decides with --by" })
  })

/** When a verification ends of which somebody wrote the last day. @param text of `--until` */
export const checkedEnd = (text: string, nowMillis: number) =>
  Effect.flatMap(Settings, ({ timeZone }) => {
    const until = endOf(text, nowMillis, timeZone)
    return until === undefined
      ? Effect.fail(
        new CommandFailed({
          message: `--until must be a day such as ${
            defaultLastDay(nowMillis, timeZone)
          }, or a moment with its zone, not over yet and ${longestDays} days away at most`
        })
      )
      : Effect.succeed(until)
  })
