/**
 * Node's HTTP server with the limits of a public listener.
 *
 * While draining, every answer closes its connection, so that a client never sends a request into a socket that is
 * about to be closed under it.
 */
import { createServer, type Server } from "node:http"

/** Node answers 431 above it. */
const maxHeaderBytes = 16 * 1024
/** Node answers 408 to a request that is not complete by then. */
const requestMillis = 10_000

export const makeListener = (isReady: () => boolean): Server => {
  const server = createServer({
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: requestMillis,
    requestTimeout: requestMillis,
    connectionsCheckingInterval: 1_000,
    // Two Authorization headers arrive as one that is malformed, instead of the second vanishing.
    joinDuplicateHeaders: true,
    keepAliveTimeout: 65_000
  })
  server.on("request", (_request, response) => {
    if (!isReady()) response.shouldKeepAlive = false
  })
  return server
}
