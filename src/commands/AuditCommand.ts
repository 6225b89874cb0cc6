/** `gapura audit`: the audit log. */
import { Command, Flag } from "effect/cli"
import { given, json, loadCommand } from "./LoadCommand.ts"

const recordFilters = {
  application: Flag.String("application").pipe(Flag.withDescription("Filed under one application, the owner of the routes"), Flag.optional),
  agency: Flag.String("agency").pipe(Flag.withDescription("Of one agency"), Flag.optional),
  status: Flag.Int("status").pipe(Flag.withDescription("With one HTTP status"), Flag.optional),
  json
}
const from = Flag.String("from").pipe(Flag.withDescription("From this time on"), Flag.optional)
const to = Flag.String("to").pipe(Flag.withDescription("Before this time"), Flag.optional)

export const audit = Command.make("audit").pipe(
  Command.withDescription("The audit log"),
  Command.withSubcommands([
    Command.make(
      "export",
      {
        ...recordFilters,
        from,
        to,
        format: Flag.Literals("format", ["text", "json", "csv"]).pipe(Flag.withDescription("text, json or csv"), Flag.withDefault("text"))
      },
      (options) => loadCommand(() => import("./Audit.ts"), (commands) => commands.exportAudit(given(options)))
    ).pipe(Command.withDescription("Print the records, oldest first")),
    Command.make(
      "find",
      {
        request: Flag.String("request").pipe(Flag.withDescription("The id of a request, with its entries, or of one entry"), Flag.optional),
        token: Flag.String("token").pipe(Flag.withDescription("The id of the token that called"), Flag.optional),
        application: Flag.String("application").pipe(Flag.withDescription("The application that called"), Flag.optional),
        address: Flag.String("address").pipe(
          Flag.withDescription("An address as records have it: plain with AUDIT_ADDRESSES, else the hash by which requests are counted"),
          Flag.optional
        ),
        from,
        to,
        json
      },
      (options) => loadCommand(() => import("./Audit.ts"), (commands) => commands.findAudit(given(options)))
    ).pipe(Command.withDescription("Find records by request, token, application or address without reading all of them")),
    Command.make(
      "tail",
      recordFilters,
      (options) => loadCommand(() => import("./Audit.ts"), (commands) => commands.tailAudit(given(options)))
    )
      .pipe(
        Command.withDescription("Print records as they come")
      ),
    Command.make(
      "actions",
      {
        account: Flag.String("account").pipe(Flag.withDescription("Of one account"), Flag.optional),
        action: Flag.String("action").pipe(Flag.withDescription("Of one kind, such as token-revoked"), Flag.optional),
        agency: Flag.String("agency").pipe(Flag.withDescription("About one agency"), Flag.optional),
        limit: Flag.Int("limit").pipe(Flag.withDescription("At most so many; default 100"), Flag.withDefault(100)),
        before: Flag.Int("before").pipe(Flag.withDescription("Only those before this number"), Flag.optional),
        json
      },
      (options) => loadCommand(() => import("./Actions.ts"), (commands) => commands.listActions(given(options)))
    ).pipe(Command.withDescription("Who changed what through the portal or by command, newest first")),
    Command.make(
      "verify",
      {
        publicKeys: Flag.String("public-key").pipe(
          Flag.withDescription("File of a public key to check signatures with; default: that of AUDIT_KEY_FILE"),
          Flag.atLeast(0)
        ),
        checkpoints: Flag.String("checkpoint").pipe(
          Flag.withDescription("File of a checkpoint that was kept elsewhere, such as its line of the gateway's log"),
          Flag.atLeast(0)
        ),
        json
      },
      (options) => loadCommand(() => import("./AuditChain.ts"), (commands) => commands.verifyAudit(options))
    ).pipe(Command.withDescription("Find the first record and the first action that was edited, deleted or moved, and prove the others")),
    Command.make(
      "prune",
      {
        before: Flag.String("before").pipe(Flag.withDescription("Default: what AUDIT_RETENTION says"), Flag.optional),
        force: Flag.Boolean("force").pipe(Flag.withDescription("Even more than a tenth of all records"), Flag.withDefault(false)),
        json
      },
      (options) => loadCommand(() => import("./AuditChain.ts"), (commands) => commands.pruneAudit(given(options)))
    ).pipe(Command.withDescription("Remove old records and sign the cut; remove old days of the privacy ledger")),
    Command.make(
      "load",
      {
        dir: Flag.String("dir").pipe(Flag.withDescription("Its DATA_DIR or the journal in it; nothing there is changed")),
        json
      },
      (options) => loadCommand(() => import("./AuditLoad.ts"), (commands) => commands.loadAudit(options.dir, options.json))
    ).pipe(Command.withDescription("Load the records of a gateway that is gone from its journal, each once")),
    Command.make("key", { json }, (options) => loadCommand(() => import("./AuditChain.ts"), (commands) => commands.showAuditKey(options)))
      .pipe(
        Command.withDescription("Print the public key of the signed checkpoints")
      ),
    Command.make(
      "ledger",
      {
        application: Flag.String("application").pipe(Flag.withDescription("What this application received"), Flag.optional),
        agency: Flag.String("agency").pipe(Flag.withDescription("What was given of this agency"), Flag.optional),
        from: Flag.String("from").pipe(Flag.withDescription("From this day on"), Flag.optional),
        to: Flag.String("to").pipe(Flag.withDescription("Up to this day, included"), Flag.optional),
        json
      },
      (options) => loadCommand(() => import("./AuditChain.ts"), (commands) => commands.showLedger(given(options)))
    ).pipe(Command.withDescription("Which classes of personal data an application received, and asked about, by day"))
  ])
)
