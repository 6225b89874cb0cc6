/**
 * Whether several processes may listen on the public port: nobody else must have it, which the kernel would not tell them
 * any more once it is shared, and the system must be able to spread connections.
 */
import { Effect, Schema } from "effect"
import { createServer } from "node:net"
import { listen } from "../http/PublicListener.ts"
import type { Settings } from "../settings/Settings.ts"

export class PortUnshared extends Schema.TaggedError<PortUnshared>()("PortUnshared", { reason: Schema.String }) {
  override get message(): string {
    return `WORKERS must be 1 on this system: it cannot spread the connections of one port over several processes (${this.reason})`
  }
}

const tried = (address: { readonly host: string; readonly port: number }, reusePort: boolean) =>
  Effect.acquireUseRelease(
    Effect.sync(() => createServer()),
    (server) => listen(server, address, reusePort),
    (server) => Effect.callback<void>((resume) => void server.close(() => resume(Effect.void)))
  )

export const mayShare = ({ host, port }: typeof Settings.Service) =>
  tried({ host, port }, false).pipe(
    Effect.andThen(Effect.mapError(tried({ host, port }, true), ({ reason }) => new PortUnshared({ reason }))),
    Effect.asVoid
  )
