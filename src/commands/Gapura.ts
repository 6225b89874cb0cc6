/** The tree of commands. Each command's code is loaded only when it runs. */
import { Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { application } from "./ApplicationCommand.ts"
import { audit } from "./AuditCommand.ts"
import { client } from "./ClientCommand.ts"
import { developer } from "./DeveloperCommand.ts"
import { given, json, loadCommand, loadDemo } from "./LoadCommand.ts"
import { request } from "./RequestCommand.ts"
import { token } from "./TokenCommand.ts"

/** What `serve` gives to processes that it starts itself. */
const part = (name: string) => Flag.Int(name).pipe(Flag.withHidden, Flag.withDefault(0))

const serve = Command.make("serve", {
  worker: part("worker"),
  of: part("of"),
  noMigrate: Flag.Boolean("no-migrate").pipe(
    Flag.withDescription("Refuse a database that lacks steps of this version instead of running them"),
    Flag.withDefault(false)
  )
}, ({ noMigrate, of, worker }) =>
  worker > 0
    ? loadCommand(() => import("./ServeByWorkers.ts"), (commands) => commands.serveAsWorker(worker, of, !noMigrate))
    : loadCommand(() => import("./Serve.ts"), (commands) => noMigrate ? commands.serveWithoutMigrating : commands.serve)).pipe(
    Command.withDescription("Run the gateway")
  )

const demo = Command.make(
  "demo",
  // What its image says: the compose file by which it runs there.
  { compose: Flag.String("compose").pipe(Flag.withHidden, Flag.optional) },
  ({ compose }) => loadDemo(() => import("./Demo.ts"), (commands) => commands.demo(Option.getOrUndefined(compose)))
).pipe(
  Command.withDescription("Run a fictional city's agencies and the gateway in front of them"),
  Command.withSubcommands([
    Command.make(
      "break",
      { agency: Argument.String("agency") },
      ({ agency }) => loadDemo(() => import("./Demo.ts"), (commands) => commands.setAgency("break", agency))
    ).pipe(
      Command.withDescription("Make an agency's server fail")
    ),
    Command.make(
      "heal",
      { agency: Argument.String("agency") },
      ({ agency }) => loadDemo(() => import("./Demo.ts"), (commands) => commands.setAgency("heal", agency))
    ).pipe(
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
      (options) =>
        loadCommand(
          () => import("./RegistryCheck.ts"),
          (commands) => commands.checkRegistry(Option.getOrUndefined(options.file), options.json)
        )
    ).pipe(Command.withDescription("Check a registry file and name every fault with its line")),
    Command.make(
      "import",
      {
        file: Argument.String("file").pipe(Argument.withDescription("The registry to import"), Argument.optional),
        withdraw: Flag.Boolean("withdraw").pipe(Flag.withDescription("Let the registry file hold again"), Flag.withDefault(false)),
        json
      },
      (options) =>
        loadCommand(
          () => import("./RegistryImport.ts"),
          (commands) => commands.importRegistryFile(Option.getOrUndefined(options.file), options.withdraw, options.json)
        )
    ).pipe(Command.withDescription("Put a registry into the database, where it stands in for the registry file")),
    Command.make("export", {}, () => loadCommand(() => import("./RegistryExport.ts"), (commands) => commands.exportRegistryFile)).pipe(
      Command.withDescription("Print the registry in force as YAML: the file with what agencies' desks changed")
    )
  ])
)

const keys = Command.make("keys").pipe(
  Command.withDescription("The gateway's own keys"),
  Command.withSubcommands([
    Command.make(
      "rotate",
      {
        what: Argument.Literals("what", ["pseudonyms", "kek"]).pipe(
          Argument.withDescription("Default: pseudonyms"),
          Argument.withDefault("pseudonyms")
        ),
        to: Flag.String("to").pipe(Flag.withDescription("kek: file of the new one, as KEYS_FILE"), Flag.optional),
        toPassphrase: Flag.String("to-passphrase").pipe(
          Flag.withDescription("kek: file of the new passphrase, /dev/stdin for standard input"),
          Flag.optional
        ),
        leaked: Flag.Boolean("leaked").pipe(
          Flag.withDescription("kek: others may have the old one: gateways need the new one given to them"),
          Flag.withDefault(false)
        ),
        json
      },
      (options) => loadCommand(() => import("./Keys.ts"), (commands) => commands.rotateKeys(given(options)))
    ).pipe(
      Command.withDescription(
        "Make a new key for pseudonyms, or wrap the keys in the database with another key-encryption key; "
          + "running gateways follow within a second"
      )
    ),
    Command.make("list", { json }, (options) => loadCommand(() => import("./Keys.ts"), (commands) => commands.listKeys(options.json))).pipe(
      Command.withDescription("List the keys by name, fingerprint and time, and what they are wrapped with; never a key")
    )
  ])
)

const settings = Command.make("settings").pipe(
  Command.withDescription("The settings of this machine"),
  Command.withSubcommands([
    Command.make(
      "check",
      { json },
      (options) => loadCommand(() => import("./SettingsCheck.ts"), (commands) => commands.checkSettings(options.json))
    ).pipe(
      Command.withDescription("Print every setting with where it comes from, secrets hidden, or name every fault")
    )
  ])
)

const migrate = Command.make(
  "migrate",
  {
    check: Flag.Boolean("check").pipe(
      Flag.withDescription("Only say what would run; exit 1 where anything would"),
      Flag.withDefault(false)
    ),
    json
  },
  (options) =>
    loadCommand(
      () => import("./Migrate.ts"),
      (commands) => options.check ? commands.checkMigrations(options.json) : commands.migrateDatabase(options.json)
    )
).pipe(
  Command.withDescription("Bring the database to this version; `serve` does so by itself")
)

const backup = Command.make(
  "backup",
  { to: Flag.String("to").pipe(Flag.withDescription("The file to write, which must not be there yet, or - for standard output")), json },
  (options) => loadCommand(() => import("./Backups.ts"), (commands) => commands.makeBackup(options.to, options.json))
).pipe(Command.withDescription("Write the database and the keys into one file, beside running gateways"))

const restore = Command.make(
  "restore",
  {
    file: Argument.String("file").pipe(Argument.withDescription("What `backup` wrote")),
    replace: Flag.Boolean("replace").pipe(Flag.withDescription("Delete what the database holds now"), Flag.withDefault(false)),
    force: Flag.Boolean("force").pipe(
      Flag.withDescription(
        "Even beside gateways that serve; restart them afterwards"
      ),
      Flag.withDefault(false)
    ),
    json
  },
  (options) => loadCommand(() => import("./Backups.ts"), (commands) => commands.restoreBackup(options))
).pipe(Command.withDescription("Put a backup back, all of it or nothing; stop the gateways first"))

const exportCommand = Command.make(
  "export",
  {
    format: Argument.String("format").pipe(Argument.withDescription("postman-2.1, openapi-3.0, openapi-3.1, dcat-3 or typescript-client")),
    opd: Flag.String("opd").pipe(Flag.withDescription("Of one agency"), Flag.optional),
    dataset: Flag.String("dataset").pipe(Flag.withDescription("Of one dataset of the agency"), Flag.optional),
    path: Flag.String("path").pipe(Flag.withDescription("Of one route of the dataset, '' for its root"), Flag.optional),
    out: Flag.String("out").pipe(
      Flag.withDescription("File to write, or a directory that gets it under its own name; default: standard output"),
      Flag.optional
    )
  },
  (options) =>
    loadCommand(() => import("./Export.ts"), (commands) =>
      commands.exportRegistry(options.format, {
        opd: Option.getOrUndefined(options.opd),
        dataset: Option.getOrUndefined(options.dataset),
        path: Option.getOrUndefined(options.path),
        out: Option.getOrUndefined(options.out)
      }))
).pipe(Command.withDescription("Write a collection, an OpenAPI document or a DCAT catalogue of the registry"))

export const gapura = Command.make("gapura").pipe(
  Command.withDescription("City Open-Data API Gateway"),
  Command.withSubcommands([
    serve,
    demo,
    registry,
    client,
    token,
    developer,
    application,
    request,
    audit,
    keys,
    settings,
    exportCommand,
    migrate,
    backup,
    restore
  ])
)
