/** A throw-away self-signed certificate for `localhost` (X.509 v1, ECDSA P-256), so that no key lives in the repository. */
import * as Crypto from "node:crypto"

const der = (tag: number, ...parts: ReadonlyArray<Uint8Array>): Buffer => {
  const content = Buffer.concat(parts)
  const size = content.length < 0x80
    ? [content.length]
    : content.length < 0x100
    ? [0x81, content.length]
    : [0x82, content.length >> 8, content.length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: ReadonlyArray<Uint8Array>): Buffer => der(0x30, ...parts)
const ecdsaWithSha256 = sequence(Buffer.from("06082a8648ce3d040302", "hex"))
const localhost = sequence(der(0x31, sequence(Buffer.from("0603550403", "hex"), der(0x0c, Buffer.from("localhost")))))
const utcTime = (text: string): Buffer => der(0x17, Buffer.from(text))
const pem = (label: string, bytes: Buffer): string =>
  `-----BEGIN ${label}-----\n${bytes.toString("base64").replace(/(.{64})/g, "$1\n")}\n-----END ${label}-----\n`

/** @param notAfter its last day, as `YYMMDD` */
export const selfSigned = (notAfter = "490101"): { readonly key: string; readonly cert: string } => {
  const { privateKey, publicKey } = Crypto.generateKeyPairSync("ec", { namedCurve: "P-256" })
  const unsigned = sequence(
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    localhost,
    sequence(utcTime("200101000000Z"), utcTime(`${notAfter}000000Z`)),
    localhost,
    publicKey.export({ type: "spki", format: "der" })
  )
  const signature = Crypto.sign("sha256", unsigned, privateKey)
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: pem("CERTIFICATE", sequence(unsigned, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature)))
  }
}
