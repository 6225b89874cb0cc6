/** Flags and arguments that commands about who gets in share: scopes, accounts, who decides. */
import { type Duration, Option, Schema } from "effect"
import { Argument, Flag } from "effect/cli"
import { NaturalDuration } from "../settings/SettingCodecs.ts"

export const scope = Flag.String("scope").pipe(
  Flag.withDescription("A scope, or '*' for every scope of the registry; repeat it for more"),
  Flag.atLeast(0)
)
export const moreScopes = Argument.String("scope").pipe(Argument.withDescription("More scopes"), Argument.variadic())
export const withdraw = Flag.String("withdraw").pipe(
  Flag.withDescription("A scope to take away; live tokens lose it within a second"),
  Flag.atLeast(0)
)
export const official = Flag.Boolean("official").pipe(
  Flag.withDescription("An official application of an agency: may read private endpoints"),
  Flag.withDefault(false)
)
export const isPrivate = Flag.Boolean("private").pipe(
  Flag.withDescription("An operator vouches for its developer: may read every agency's private endpoints"),
  Flag.withDefault(false)
)
export const by = Flag.String("by").pipe(Flag.withDescription("Who decides; default: the user that runs the command"), Flag.optional)
export const account = Argument.String("account").pipe(
  Argument.withDescription("The account: the claim `sub` of the city's sign-on, as `developer list` has it")
)

const decodeDuration = Schema.decodeOption(NaturalDuration)
/** For how long what is replaced goes on beside what takes its place. */
export const overlapOf = (description: string, usual: Duration.Duration) =>
  Flag.String("overlap").pipe(
    Flag.withDescription(description),
    Flag.filterMap(decodeDuration, () => "a duration such as `24 hours`"),
    Flag.withDefault(usual)
  )

/** What was given, or undefined. */
export const optional = <A>(flag: Option.Option<A>) => Option.getOrUndefined(flag)
