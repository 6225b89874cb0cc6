/** `gapura developer`: who owns applications. */
import { Command, Flag } from "effect/cli"
import { account, by, optional } from "./AccessFlags.ts"
import { json, loadCommand } from "./LoadCommand.ts"

const developers = () => import("./Developers.ts")

export const developer = Command.make("developer").pipe(
  Command.withDescription("Who owns applications"),
  Command.withSubcommands([
    Command.make(
      "create",
      {
        account,
        name: Flag.String("name").pipe(Flag.withDescription("Name of the person")),
        kind: Flag.Literals("kind", ["developer", "civil-servant"]).pipe(
          Flag.withDescription("Kind of account"),
          Flag.withDefault("developer" as const)
        ),
        json
      },
      (options) => loadCommand(developers, (commands) => commands.createDeveloper(options))
    ).pipe(Command.withDescription("Make a developer, or change the name of one")),
    Command.make(
      "list",
      {
        review: Flag.Boolean("review").pipe(
          Flag.withDescription("Those verified for every agency before verifications were an agency's own, and not reviewed since"),
          Flag.withDefault(false)
        ),
        json
      },
      (options) => loadCommand(developers, (commands) => commands.listDevelopers(options))
    ).pipe(Command.withDescription("List developers, and whose private endpoints they may read until when")),
    Command.make(
      "verify",
      {
        account,
        agency: Flag.String("agency").pipe(
          Flag.withDescription("Slug of the agency whose private endpoints open; without it every agency's do"),
          Flag.optional
        ),
        until: Flag.String("until").pipe(
          Flag.withDescription(
            "The last day, `2027-05-20`, at most 366 days away; default: 180 days for an agency, no end for the whole account"
          ),
          Flag.optional
        ),
        by,
        json
      },
      (options) =>
        loadCommand(
          developers,
          (commands) =>
            commands.verifyDeveloper({
              account: options.account,
              agency: optional(options.agency),
              until: optional(options.until),
              by: optional(options.by),
              json: options.json
            })
        )
    ).pipe(Command.withDescription("Verify a developer: their applications may read an agency's private endpoints, or everybody's")),
    Command.make(
      "unverify",
      {
        account,
        agency: Flag.String("agency").pipe(
          Flag.withDescription("Slug of the agency for which they are not verified any more; without it for none at all"),
          Flag.optional
        ),
        by,
        json
      },
      (options) =>
        loadCommand(
          developers,
          (commands) =>
            commands.unverifyDeveloper({
              account: options.account,
              agency: optional(options.agency),
              by: optional(options.by),
              json: options.json
            })
        )
    ).pipe(Command.withDescription("Take verifications back; live tokens feel it within a second")),
    Command.make(
      "disable",
      { account, json },
      (options) => loadCommand(developers, (commands) => commands.setDeveloperDisabled(options.account, true, options.json))
    ).pipe(
      Command.withDescription("Sign a developer out of the portal and refuse the tokens of all their applications")
    ),
    Command.make(
      "enable",
      { account, json },
      (options) => loadCommand(developers, (commands) => commands.setDeveloperDisabled(options.account, false, options.json))
    ).pipe(
      Command.withDescription("Let them in again")
    )
  ])
)
