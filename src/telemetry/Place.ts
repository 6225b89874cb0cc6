/** Addresses of servers as spans have them. */

export interface Place {
  readonly scheme: string
  readonly origin: string
  readonly host: string
  readonly port: number
  /** Path before all others, without a slash at its end. */
  readonly base: string
}

const usualPorts: Readonly<Record<string, number>> = { http: 80, https: 443 }

/** @param url without credentials, as all addresses of settings and of the registry are */
export const placeOf = (url: string): Place => {
  const { hostname, origin, pathname, port, protocol } = new URL(url)
  const scheme = protocol.slice(0, -1)
  return {
    scheme,
    origin,
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? usualPorts[scheme] ?? 0 : Number(port),
    base: pathname.replace(/\/+$/, "")
  }
}
