/** The commands about who gets in: clients, tokens, developers, applications and what they ask for. */
import { Duration, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { json, loadCommand } from "./LoadCommand.ts"

const scope = Flag.String("scope").pipe(
  Flag.withDescription("A scope, or '*' for every scope of the registry; repeat it for more"),
  Flag.atLeast(0)
)
const moreScopes = Argument.String("scope").pipe(Argument.withDescription("More scopes"), Argument.variadic())
const withdraw = Flag.String("withdraw").pipe(
  Flag.withDescription("A scope to take away; live tokens lose it within a second"),
  Flag.atLeast(0)
)
const official = Flag.Boolean("official").pipe(
  Flag.withDescription("An official application of an agency: may read private endpoints"),
  Flag.withDefault(false)
)
const isPrivate = Flag.Boolean("private").pipe(
  Flag.withDescription("An operator vouches for its developer: may read every agency's private endpoints"),
  Flag.withDefault(false)
)
const by = Flag.String("by").pipe(Flag.withDescription("Who decides; default: the user that runs the command"), Flag.optional)
const clientId = Argument.String("clientId")
const account = Argument.String("account").pipe(Argument.withDescription("The account at the city's sign-on"))
const applicationName = Argument.String("name").pipe(Argument.withDescription("Name of the application"))
const requestId = Argument.String("requestId")

const decodeDuration = Schema.decodeOption(Schema.DurationFromString)
const optional = <A>(flag: Option.Option<A>) => Option.getOrUndefined(flag)

const clients = () => import("./Clients.ts")
export const client = Command.make("client").pipe(
  Command.withDescription("Government applications with client credentials"),
  Command.withSubcommands([
    Command.make(
      "create",
      { name: Flag.String("name").pipe(Flag.withDescription("Name of the application")), official, isPrivate, scope, moreScopes, json },
      (options) =>
        loadCommand(
          clients,
          (commands) => commands.createClient({ ...options, private: options.isPrivate, scopes: [...options.scope, ...options.moreScopes] })
        )
    ).pipe(Command.withDescription("Create a client; its secret is shown once")),
    Command.make("list", { json }, (options) => loadCommand(clients, (commands) => commands.listClients(options.json))).pipe(
      Command.withDescription("List clients")
    ),
    Command.make(
      "rotate",
      {
        clientId,
        overlap: Flag.String("overlap").pipe(
          Flag.withDescription("How long the old secret still works, `0 seconds` for one that leaked"),
          Flag.filterMap(decodeDuration, () => "a duration such as `24 hours`"),
          Flag.withDefault(Duration.hours(24))
        ),
        json
      },
      (options) => loadCommand(clients, (commands) => commands.rotateClient(options.clientId, options.overlap, options.json))
    ).pipe(Command.withDescription("Give a client a new secret; it is shown once, and tokens go on")),
    Command.make(
      "scopes",
      {
        clientId,
        grant: Flag.String("grant").pipe(Flag.withDescription("A scope to grant; repeat it for more"), Flag.atLeast(0)),
        withdraw,
        json
      },
      (options) => loadCommand(clients, (commands) => commands.clientScopes(options.clientId, options, options.json))
    ).pipe(Command.withDescription("Show or change what a client is granted")),
    Command.make(
      "disable",
      { clientId, json },
      (options) => loadCommand(clients, (commands) => commands.setClientDisabled(options.clientId, true, options.json))
    ).pipe(
      Command.withDescription("Refuse a client and its tokens until it is enabled")
    ),
    Command.make(
      "enable",
      { clientId, json },
      (options) => loadCommand(clients, (commands) => commands.setClientDisabled(options.clientId, false, options.json))
    ).pipe(
      Command.withDescription("Let a disabled client and its tokens in again")
    ),
    Command.make(
      "revoke",
      { clientId, json },
      (options) => loadCommand(clients, (commands) => commands.revokeClient(options.clientId, options.json))
    ).pipe(
      Command.withDescription("Revoke a client and its tokens for good")
    )
  ])
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
        json
      },
      (options) =>
        loadCommand(
          tokens,
          (commands) => commands.issueToken({ ...options, private: options.isPrivate, scopes: [...options.scope, ...options.moreScopes] })
        )
    ).pipe(Command.withDescription("Issue a token; it is shown once")),
    Command.make("list", { json }, (options) => loadCommand(tokens, (commands) => commands.listTokens(options.json))).pipe(
      Command.withDescription("List tokens")
    ),
    Command.make(
      "rotate",
      { tokenId: Argument.String("tokenId"), json },
      (options) => loadCommand(tokens, (commands) => commands.rotateToken(options.tokenId, options.json))
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

const applications = () => import("./Applications.ts")
const agencyFlag = Flag.String("agency").pipe(Flag.withDescription("Slug of the agency whose official application it is"), Flag.optional)
export const application = Command.make("application").pipe(
  Command.withDescription("Who tokens speak for"),
  Command.withSubcommands([
    Command.make(
      "create",
      {
        name: applicationName,
        owner: Flag.String("owner").pipe(Flag.withDescription("Account of the developer who owns it"), Flag.optional),
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

const requests = () => import("./Requests.ts")
const kind = Flag.Literals("kind", ["client-credentials", "private-access"]).pipe(
  Flag.withDescription("What is asked for"),
  Flag.withDefault("client-credentials" as const)
)
export const request = Command.make("request").pipe(
  Command.withDescription("What applications ask of an agency's technical team"),
  Command.withSubcommands([
    Command.make(
      "create",
      {
        application: Flag.String("application").pipe(Flag.withDescription("Name of the application")),
        agency: Flag.String("agency").pipe(Flag.withDescription("Slug of the agency that decides")),
        kind,
        scope,
        purpose: Flag.String("purpose").pipe(Flag.withDescription("What the data is for")),
        by: Flag.String("by").pipe(Flag.withDescription("Who asks; default: the user that runs the command"), Flag.optional),
        json
      },
      (options) =>
        loadCommand(requests, (commands) => commands.createRequest({ ...options, scopes: options.scope, by: optional(options.by) }))
    ).pipe(Command.withDescription("Ask for client credentials or private access")),
    Command.make(
      "list",
      {
        agency: Flag.String("agency").pipe(Flag.withDescription("Of one agency"), Flag.optional),
        application: Flag.String("application").pipe(Flag.withDescription("Of one application"), Flag.optional),
        state: Flag.Literals("state", ["asked", "approved", "refused"]).pipe(Flag.withDescription("In one state"), Flag.optional),
        json
      },
      ({ agency, application: named, json: asJson, state }) =>
        loadCommand(
          requests,
          (commands) => commands.listRequests({ agency: optional(agency), application: optional(named), state: optional(state) }, asJson)
        )
    ).pipe(Command.withDescription("List requests, oldest first")),
    Command.make(
      "approve",
      {
        requestId,
        until: Flag.String("until").pipe(
          Flag.withDescription("The last day of private access, `2027-05-20`, at most 366 days away; default: 180 days"),
          Flag.optional
        ),
        by,
        json
      },
      (options) =>
        loadCommand(
          requests,
          (commands) =>
            commands.approveRequest(options.requestId, { by: optional(options.by), until: optional(options.until) }, options.json)
        )
    ).pipe(
      Command.withDescription("Approve a request; the secret of a client is its developer's to make, in the portal")
    ),
    Command.make(
      "refuse",
      { requestId, reason: Flag.String("reason").pipe(Flag.withDescription("Why")), by, json },
      (options) =>
        loadCommand(requests, (commands) => commands.refuseRequest(options.requestId, options.reason, optional(options.by), options.json))
    ).pipe(
      Command.withDescription("Refuse a request with the reason")
    )
  ])
)
