/** The management listener, of a gateway or of the parent of its workers. */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Layer } from "effect"
import { HttpMiddleware, HttpServer } from "effect/http"
import { makeOutage } from "../domain/Outage.ts"
import type { Worker } from "../domain/Worker.ts"
import { makeManagementServer, type Managed, ManagementApp } from "../http/ManagementApp.ts"
import type { Settings } from "../settings/Settings.ts"

export const ManagementDoor = ({ managementHost, managementPort, publicUrl }: typeof Settings.Service, managed: Managed) =>
  HttpServer.serve(ManagementApp(publicUrl, managed)).pipe(
    Layer.provide(NodeHttpServer.layer(() => makeManagementServer(publicUrl), { host: managementHost, port: managementPort })),
    Layer.provide(Layer.succeed(HttpMiddleware.TracerDisabledWhen)(() => true))
  )

/** What a worker answers to its parent, who has the port. */
export const AnsweredParent = ({ asked }: Pick<Worker, "asked">, { metrics, readiness }: Managed) => {
  const { outlasted } = makeOutage({
    failing: "the parent's question cannot be answered",
    working: "the parent's questions are answered again"
  })
  const turn = Effect.flatMap(asked, ({ about, answer }) => Effect.map(about === "metrics" ? metrics("openMetrics") : readiness, answer))
  return Layer.effectDiscard(Effect.forkScoped(Effect.forever(outlasted(turn))))
}
