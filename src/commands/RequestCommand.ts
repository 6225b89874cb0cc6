/** `gapura request`: what applications ask of an agency's technical team. */
import { Argument, Command, Flag } from "effect/cli"
import { by, optional, scope } from "./AccessFlags.ts"
import { json, loadCommand } from "./LoadCommand.ts"

const requestId = Argument.String("requestId")

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
