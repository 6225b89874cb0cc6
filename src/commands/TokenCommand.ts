/** `gapura token`: access tokens. */
import { Duration, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { isPrivate, moreScopes, official, overlapOf, scope } from "./AccessFlags.ts"
import { json, loadCommand } from "./LoadCommand.ts"

const kind = Flag.Literals("kind", ["latihan"]).pipe(
  Flag.withDescription("`latihan`: for rehearsals, with made-up answers of every endpoint; takes no scope"),
  Flag.optional
)

const tokens = () => import("./Tokens.ts")

export const token = Command.make("token").pipe(
  Command.withDescription("Access tokens"),
  Command.withSubcommands([
    Command.make(
      "issue",
      {
        application: Flag.String("application").pipe(Flag.withDescription("Name of the application; it is made where there is none")),
        scope,
        moreScopes,
        isPrivate,
        official,
        kind,
        json
      },
      (options) =>
        loadCommand(
          tokens,
          (commands) =>
            commands.issueToken({
              ...options,
              isRehearsal: Option.isSome(options.kind),
              private: options.isPrivate,
              scopes: [...options.scope, ...options.moreScopes]
            })
        )
    ).pipe(Command.withDescription("Issue a token; it is shown once")),
    Command.make("list", { json }, (options) => loadCommand(tokens, (commands) => commands.listTokens(options.json))).pipe(
      Command.withDescription("List tokens")
    ),
    Command.make(
      "rotate",
      {
        tokenId: Argument.String("tokenId"),
        overlap: overlapOf("How long the old token goes on beside the new one, such as `10 minutes`", Duration.zero),
        json
      },
      (options) => loadCommand(tokens, (commands) => commands.rotateToken(options.tokenId, options.overlap, options.json))
    ).pipe(
      Command.withDescription(
        "Put a new token in the place of one, with its scopes and its spent quota; at most 6 an hour for one application"
      )
    ),
    Command.make(
      "revoke",
      { tokenId: Argument.String("tokenId"), json },
      (options) => loadCommand(tokens, (commands) => commands.revokeToken(options.tokenId, options.json))
    ).pipe(
      Command.withDescription("Revoke a token; every gateway feels it within a second")
    )
  ])
)
