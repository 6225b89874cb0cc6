/** `gapura demo`: the fictional city with the gateway in front of it, and `demo break|heal` for one of its agencies. */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Clock, Console, Duration, Effect, Layer, Redacted } from "effect"
import { Applications } from "../access/Applications.ts"
import { Developers } from "../access/Developers.ts"
import { TokenStore } from "../access/TokenStore.ts"
import { breakAgency, healAgency } from "../demo/AgencyControl.ts"
import { DemoCity } from "../demo/DemoCity.ts"
import { writeGuide } from "../demo/DemoGuide.ts"
import { demoScopes } from "../demo/DemoScopes.ts"
import { type DemoSignOn, planSignOn, runSignOn } from "../demo/DemoSignOn.ts"
import { readOnce } from "../demo/FirstReadings.ts"
import { demoAccounts, type SignOnAccount } from "../demo/SignOnAccounts.ts"
import { Server } from "../Server.ts"
import { signOnReturnUrl } from "../server/PortalFloor.ts"
import { Settings } from "../settings/Settings.ts"
import { lockDirectory } from "../storage/DirectoryLock.ts"
import { DatabaseLayer } from "./CommandLayers.ts"
import { seedHistory } from "./DemoHistory.ts"
import { listening } from "./Listening.ts"

/** The demo's application; its developer finds the commands' calls, refusals and quota in the portal. */
const application = "demo"

const giveToDeveloper = Effect.fn("Demo.giveToDeveloper")(function*({ account, name }: SignOnAccount) {
  const applications = yield* Applications
  yield* (yield* Developers).ensure({ account, name, kind: "developer" })
  yield* applications.setOwner(application, account)
  yield* applications.selectScopes(application, demoScopes())
})

/** @param owner absent where the settings name another sign-on */
const issueDemoToken = Effect.fn("Demo.issueDemoToken")(function*(lifetimeMillis: number, owner: SignOnAccount | undefined) {
  yield* (yield* Applications).ensure({ name: application })
  if (owner !== undefined) yield* giveToDeveloper(owner)
  const issued = yield* (yield* TokenStore).issue({
    application,
    scopes: demoScopes(),
    lifetimeMillis,
    nowMillis: yield* Clock.currentTimeMillis
  })
  return Redacted.value(issued.token)
})

/** Whose calls fill the pages; of no person. */
const reader = "pembaca-contoh"

const issueReaderToken = Effect.fn("Demo.issueReaderToken")(function*(scopes: ReadonlyArray<string>) {
  const issued = yield* (yield* TokenStore).issue({
    application: reader,
    scopes,
    lifetimeMillis: Duration.toMillis("10 minutes"),
    nowMillis: yield* Clock.currentTimeMillis
  })
  return Redacted.value(issued.token)
})

const readEverything = Effect.fn("Demo.readEverything")(function*(publicUrl: string) {
  yield* (yield* Applications).ensure({ name: reader })
  yield* readOnce(publicUrl, issueReaderToken)
})

/** @param signOn absent where the settings name another @param composeFile as the guide has it */
const greet = (signOn: DemoSignOn | undefined, composeFile: string | undefined) =>
  Layer.effectDiscard(Effect.gen(function*() {
    const settings = yield* Settings
    const city = yield* DemoCity
    const token = yield* issueDemoToken(
      Duration.toMillis(settings.tokenLifetime),
      signOn === undefined ? undefined : demoAccounts.find(({ accountType }) => accountType === "developer")
    )
    yield* Console.log(writeGuide({
      portal: signOn === undefined ? undefined : demoAccounts,
      baseUrl: settings.publicUrl,
      token,
      tokenLifetimeMillis: Duration.toMillis(settings.tokenLifetime),
      composeFile,
      // Of a container they are not published.
      ...composeFile === undefined
        ? {
          managementUrl: `http://${settings.managementHost}:${settings.managementPort}`,
          dataDir: settings.dataDir,
          more: city.agencies.map(({ name, server, slug }) => [slug, `${server}  ${name}`] as const)
        }
        : {}
    }))
    yield* Effect.forkScoped(
      Effect.catch(readEverything(settings.publicUrl), (error) => Effect.logWarning("the demo city's pages have no samples yet", error))
    )
    if (signOn !== undefined) yield* Effect.forkScoped(Effect.scoped(runSignOn(signOn, signOnReturnUrl(settings))))
  }))

/** Of nobody: `.example` has no mailboxes. */
const contact = "bantuan@tirtamaya.example"

/** The city's agencies are on loopback, so its desks may enter such addresses. */
const cityAddresses = "127.0.0.0/8"

/** The one civil servant of the city's agencies needs a second person at their desks. */
const secondPerson = demoAccounts.find(({ operator }) => operator)?.name

/** @param composeFile by which it runs in a container; absent outside of one */
export const demo = Effect.fnUntraced(
  function*(composeFile: string | undefined) {
    const settings = yield* Settings
    yield* lockDirectory(settings.dataDir)
    if (settings.workers > 1) yield* Effect.logWarning("WORKERS is not used: the demo city is one process, `serve` runs as several")
    yield* Effect.catch(
      Effect.provide(seedHistory(settings.timeZone), DatabaseLayer),
      (error) => Effect.logWarning("the demo city has no past", error)
    )
    const signOn = settings.signOn === undefined ? yield* planSignOn(composeFile === undefined ? undefined : settings.host) : undefined
    const gateway = Layer.unwrap(Effect.map(DemoCity, ({ areasFile, registryFile }) =>
      Layer.provide(
        Server(registryFile),
        Layer.succeed(Settings, {
          ...settings,
          areasFile: settings.areasFile ?? areasFile,
          contact: settings.contact ?? contact,
          signOn: signOn ?? settings.signOn,
          deskAddresses: [...settings.deskAddresses, cityAddresses],
          ...secondPerson === undefined ? {} : { secondPerson }
        })
      )))
    return yield* Layer.launch(
      greet(signOn, composeFile).pipe(
        Layer.provideMerge(Layer.mergeAll(Applications.layer, Developers.layer)),
        Layer.provideMerge(listening(gateway)),
        Layer.provideMerge(DemoCity.layer({ dataDir: settings.dataDir }).pipe(Layer.provide(NodeFileSystem.layer)))
      )
    )
  },
  Effect.scoped,
  Effect.provide(Settings.layer)
)

export const setAgency = (verb: "break" | "heal", agency: string) =>
  Effect.gen(function*() {
    const { dataDir } = yield* Settings
    yield* verb === "break" ? breakAgency({ dataDir, agency }) : healAgency({ dataDir, agency })
    yield* Console.log(verb === "break" ? `${agency} fails from now on; heal it with: demo heal ${agency}` : `${agency} answers again`)
  }).pipe(Effect.provide(NodeFileSystem.layer), Effect.provide(Settings.layer))
