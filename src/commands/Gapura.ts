/** The tree of commands. Each command's code is loaded only when it runs. */
import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"

const json = Flag.Boolean("json").pipe(Flag.withDescription("Print one JSON object a line, for scripts"), Flag.withDefault(false))
const scope = Flag.String("scope").pipe(Flag.withDescription("A scope, or '*' for every scope of the registry; repeat it for more"), Flag.atLeast(0))
const moreScopes = Argument.String("scope").pipe(Argument.withDescription("More scopes"), Argument.variadic())
const official = Flag.Boolean("official").pipe(Flag.withDescription("An official application of an agency: may read private endpoints"), Flag.withDefault(false))
const isPrivate = Flag.Boolean("private").pipe(Flag.withDescription("The developer's private account is verified: may read private endpoints"), Flag.withDefault(false))

const load = <M, A, E, R>(module: () => Promise<M>, run: (module: M) => Effect.Effect<A, E, R>) => Effect.flatMap(Effect.promise(module), run)

const serve = Command.make("serve", {}, () => load(() => import("./Serve.ts"), (commands) => commands.serve)).pipe(
  Command.withDescription("Run the gateway")
)

const demo = Command.make("demo", {}, () => load(() => import("./Demo.ts"), (commands) => commands.demo)).pipe(
  Command.withDescription("Run a fictional city's agencies and the gateway in front of them"),
  Command.withSubcommands([
    Command.make("break", { agency: Argument.String("agency") }, ({ agency }) => load(() => import("./Demo.ts"), (commands) => commands.setAgency("break", agency))).pipe(
      Command.withDescription("Make an agency's server fail")
    ),
    Command.make("heal", { agency: Argument.String("agency") }, ({ agency }) => load(() => import("./Demo.ts"), (commands) => commands.setAgency("heal", agency))).pipe(
      Command.withDescription("Make an agency's server work again")
    )
  ])
)

const registry = Command.make("registry").pipe(
  Command.withDescription("The registry file"),
  Command.withSubcommands([
    Command.make(
      "check",
      { file: Argument.String("file").pipe(Argument.withDescription("Default: REGISTRY_FILE"), Argument.optional), json },
      (options) => load(() => import("./RegistryCheck.ts"), (commands) => commands.checkRegistry(Option.getOrUndefined(options.file), options.json))
    ).pipe(Command.withDescription("Check a registry file and name every fault with its line"))
  ])
)

const client = Command.make("client").pipe(
  Command.withDescription("Government applications with client credentials"),
  Command.withSubcommands([
    Command.make(
      "create",
      { name: Flag.String("name").pipe(Flag.withDescription("Name of the application")), official, isPrivate, scope, moreScopes, json },
      (options) =>
        load(() => import("./Clients.ts"), (commands) =>
          commands.createClient({ ...options, private: options.isPrivate, scopes: [...options.scope, ...options.moreScopes] }))
    ).pipe(Command.withDescription("Create a client; its secret is shown once")),
    Command.make("list", { json }, (options) => load(() => import("./Clients.ts"), (commands) => commands.listClients(options.json))).pipe(
      Command.withDescription("List clients")
    ),
    Command.make(
      "revoke",
      { clientId: Argument.String("clientId"), json },
      (options) => load(() => import("./Clients.ts"), (commands) => commands.revokeClient(options.clientId, options.json))
    ).pipe(Command.withDescription("Revoke a client and its tokens"))
  ])
)

const token = Command.make("token").pipe(
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
        load(() => import("./Tokens.ts"), (commands) =>
          commands.issueToken({ ...options, private: options.isPrivate, scopes: [...options.scope, ...options.moreScopes] }))
    ).pipe(Command.withDescription("Issue a token; it is shown once")),
    Command.make("list", { json }, (options) => load(() => import("./Tokens.ts"), (commands) => commands.listTokens(options.json))).pipe(
      Command.withDescription("List tokens")
    ),
    Command.make(
      "revoke",
      { tokenId: Argument.String("tokenId"), json },
      (options) => load(() => import("./Tokens.ts"), (commands) => commands.revokeToken(options.tokenId, options.json))
    ).pipe(Command.withDescription("Revoke a token; every gateway feels it within a second"))
  ])
)

const audit = Command.make("audit").pipe(
  Command.withDescription("The audit log"),
  Command.withSubcommands([
    Command.make(
      "export",
      {
        application: Flag.String("application").pipe(Flag.withDescription("Filed under one application, the owner of the routes"), Flag.optional),
        agency: Flag.String("agency").pipe(Flag.withDescription("Of one agency"), Flag.optional),
        status: Flag.Int("status").pipe(Flag.withDescription("With one HTTP status"), Flag.optional),
        json
      },
      (options) =>
        load(() => import("./Audit.ts"), (commands) =>
          commands.exportAudit({
            application: Option.getOrUndefined(options.application),
            agency: Option.getOrUndefined(options.agency),
            status: Option.getOrUndefined(options.status),
            json: options.json
          }))
    ).pipe(Command.withDescription("Print the records, oldest first"))
  ])
)

export const gapura = Command.make("gapura").pipe(
  Command.withDescription("City Open-Data API Gateway"),
  Command.withSubcommands([serve, demo, registry, client, token, audit])
)
