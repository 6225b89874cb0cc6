/** `gapura demo`: the fictional city with the gateway in front of it, and `demo break|heal` for one of its agencies. */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Clock, Console, Duration, Effect, Layer, Redacted } from "effect"
import { Applications } from "../access/Applications.ts"
import { TokenStore } from "../access/TokenStore.ts"
import { breakAgency, healAgency } from "../demo/AgencyControl.ts"
import { DemoCity } from "../demo/DemoCity.ts"
import { writeGuide } from "../demo/DemoGuide.ts"
import { demoScopes } from "../demo/DemoScopes.ts"
import { Server } from "../Server.ts"
import { Settings } from "../Settings.ts"
import { refuseUnserved } from "./RefuseUnserved.ts"
import { listening } from "./Serve.ts"

const issueDemoToken = Effect.fnUntraced(function*(lifetimeMillis: number) {
  yield* (yield* Applications).ensure({ name: "demo" })
  const issued = yield* (yield* TokenStore).issue({ application: "demo", scopes: demoScopes(), lifetimeMillis, nowMillis: yield* Clock.currentTimeMillis })
  return Redacted.value(issued.token)
})

const greet = Layer.effectDiscard(Effect.gen(function*() {
  const settings = yield* Settings
  const city = yield* DemoCity
  const token = yield* issueDemoToken(Duration.toMillis(settings.tokenLifetime))
  yield* Console.log(writeGuide({
    baseUrl: settings.publicUrl,
    managementUrl: `http://${settings.managementHost}:${settings.managementPort}`,
    token,
    dataDir: settings.dataDir,
    more: city.agencies.map(({ name, server, slug }) => [slug, `${server}  ${name}`] as const)
  }))
}))

export const demo = Effect.gen(function*() {
  const settings = yield* Settings
  yield* refuseUnserved(settings)
  const gateway = Layer.unwrap(Effect.map(DemoCity, ({ registryFile }) => Server(registryFile)))
  return yield* Layer.launch(
    greet.pipe(
      Layer.provideMerge(Applications.layer),
      Layer.provideMerge(listening(gateway)),
      Layer.provideMerge(DemoCity.layer({ dataDir: settings.dataDir }).pipe(Layer.provide(NodeFileSystem.layer)))
    )
  )
}).pipe(Effect.provide(Settings.layer))

export const setAgency = (verb: "break" | "heal", agency: string) =>
  Effect.gen(function*() {
    const { dataDir } = yield* Settings
    yield* verb === "break" ? breakAgency({ dataDir, agency }) : healAgency({ dataDir, agency })
    yield* Console.log(verb === "break" ? `${agency} fails from now on; heal it with: demo heal ${agency}` : `${agency} answers again`)
  }).pipe(Effect.provide(NodeFileSystem.layer), Effect.provide(Settings.layer))
