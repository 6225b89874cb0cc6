/** The gateway's own address as spans and metrics have it: as callers see it, whatever stands between. */

export interface OwnAddress {
  readonly scheme: string
  readonly host: string
  readonly port: number
}

/** @example ownAddressOf("https://data.kota.go.id") // { scheme: "https", host: "data.kota.go.id", port: 443 } */
export const ownAddressOf = (publicUrl: string): OwnAddress => {
  const { hostname, port, protocol } = new URL(publicUrl)
  return {
    scheme: protocol.slice(0, -1),
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port || (protocol === "https:" ? 443 : 80))
  }
}
