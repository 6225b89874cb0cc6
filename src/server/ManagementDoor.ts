/** The management listener, of a gateway or of the parent of its workers. */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Layer } from "effect"
import { HttpMiddleware, HttpServer } from "effect/http"
import { makeManagementServer, type Managed, ManagementApp } from "../http/ManagementApp.ts"
import type { Settings } from "../settings/Settings.ts"

export const ManagementDoor = ({ managementHost, managementPort, publicUrl }: typeof Settings.Service, managed: Managed) =>
  HttpServer.serve(ManagementApp(publicUrl, managed)).pipe(
    Layer.provide(NodeHttpServer.layer(() => makeManagementServer(publicUrl), { host: managementHost, port: managementPort })),
    Layer.provide(Layer.succeed(HttpMiddleware.TracerDisabledWhen)(() => true))
  )
