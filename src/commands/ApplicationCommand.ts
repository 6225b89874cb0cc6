/** `gapura application`: who tokens speak for. */
import { Argument, Command, Flag } from "effect/cli"
import { account, optional, scope, withdraw } from "./AccessFlags.ts"
import { json, loadCommand } from "./LoadCommand.ts"

const applicationName = Argument.String("name").pipe(Argument.withDescription("Name of the application"))

const applications = () => import("./Applications.ts")
const agencyFlag = Flag.String("agency").pipe(Flag.withDescription("Slug of the agency whose official application it is"), Flag.optional)

export const application = Command.make("application").pipe(
  Command.withDescription("Who tokens speak for"),
  Command.withSubcommands([
    Command.make(
      "create",
      {
        name: applicationName,
        owner: Flag.String("owner").pipe(Flag.withDescription("Account of the developer who owns it: the claim `sub`"), Flag.optional),
        agency: agencyFlag,
        scope,
        json
      },
      (options) =>
        loadCommand(
          applications,
          (commands) =>
            commands.createApplication({
              name: options.name,
              owner: optional(options.owner),
              agency: optional(options.agency),
              scopes: options.scope,
              json: options.json
            })
        )
    ).pipe(Command.withDescription("Make an application of a developer or an agency, with the scopes it selects")),
    Command.make("list", { json }, (options) => loadCommand(applications, (commands) => commands.listApplications(options.json))).pipe(
      Command.withDescription("List applications")
    ),
    Command.make(
      "show",
      { name: applicationName, json },
      (options) => loadCommand(applications, (commands) => commands.showApplication(options.name, options.json))
    ).pipe(
      Command.withDescription("Show one application and its clients")
    ),
    Command.make(
      "scopes",
      {
        name: applicationName,
        select: Flag.String("select").pipe(Flag.withDescription("A scope to select; repeat it for more"), Flag.atLeast(0)),
        withdraw,
        json
      },
      (options) => loadCommand(applications, (commands) => commands.applicationScopes(options.name, options, options.json))
    ).pipe(Command.withDescription("Show or change its scopes; what is withdrawn leaves its clients and live tokens, too")),
    Command.make(
      "official",
      { name: applicationName, agency: agencyFlag, json },
      (options) =>
        loadCommand(applications, (commands) => commands.setApplicationAgency(options.name, optional(options.agency), options.json))
    ).pipe(
      Command.withDescription("Make it an agency's official application; without --agency, nobody's")
    ),
    Command.make(
      "owner",
      { name: applicationName, account: account.pipe(Argument.optional), json },
      (options) =>
        loadCommand(applications, (commands) => commands.setApplicationOwner(options.name, optional(options.account), options.json))
    ).pipe(
      Command.withDescription("Give it to a developer; without an account, to nobody")
    ),
    Command.make(
      "disable",
      { name: applicationName, json },
      (options) => loadCommand(applications, (commands) => commands.setApplicationDisabled(options.name, true, options.json))
    ).pipe(
      Command.withDescription("Refuse its tokens until it is enabled")
    ),
    Command.make(
      "enable",
      { name: applicationName, json },
      (options) => loadCommand(applications, (commands) => commands.setApplicationDisabled(options.name, false, options.json))
    ).pipe(
      Command.withDescription("Let its tokens in again")
    )
  ])
)
