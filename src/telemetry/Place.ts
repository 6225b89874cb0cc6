/** The gateway's own address as spans have it. */

export interface Place {
  readonly scheme: string
  readonly host: string
  readonly port: number
}

const usualPorts: Readonly<Record<string, number>> = { http: 80, https: 443 }

/** @param url without credentials, as all addresses of settings are */
export const placeOf = (url: string): Place => {
  const { hostname, port, protocol } = new URL(url)
  const scheme = protocol.slice(0, -1)
  return {
    scheme,
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? usualPorts[scheme] ?? 0 : Number(port)
  }
}
