/**
 * Ends a connection by a reset, of which whoever reads it hears at once: what the system still holds for them goes with it,
 * and no client takes a cut answer for its end.
 */
import { Socket } from "node:net"
import { TLSSocket } from "node:tls"

/** TLS has no reset of its own, and Node throws where it is asked for one: the connection below it has. */
const below = (socket: Socket): unknown => socket instanceof TLSSocket ? Reflect.get(socket, "_parent") : socket

export const resetConnection = (socket: Socket): void => {
  const connection = below(socket)
  try {
    if (connection instanceof Socket) connection.resetAndDestroy()
  } catch {
    // What cannot be reset is closed. Timers ask for it, where an error would end the process.
  }
  socket.destroy()
}
