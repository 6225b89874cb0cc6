/** `gapura client`: government applications with client credentials. */
import { Duration } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { isPrivate, moreScopes, official, overlapOf, scope, withdraw } from "./AccessFlags.ts"
import { json, loadCommand } from "./LoadCommand.ts"

const clientId = Argument.String("clientId")

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
        overlap: overlapOf("How long the old secret still works, `0 seconds` for one that leaked", Duration.hours(24)),
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
