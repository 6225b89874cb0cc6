/**
 * The demo city's single sign-on as a program: `node src/demo/SignOnServer.ts`. It reads its options from standard input,
 * one line of JSON, and lives as long as that stays open: it ends with its parent, even one that was killed.
 */
import { Schema } from "effect"
import { createServer } from "node:http"
import { createInterface } from "node:readline"
import { makeSignOn } from "./SignOn.ts"
import { demoAccounts } from "./SignOnAccounts.ts"
import { SignOnOptionsLine } from "./SignOnLine.ts"

process.on("SIGINT", () => {})
process.stdin.on("end", () => process.exit(0)).on("error", () => process.exit(0))

createInterface({ input: process.stdin }).once("line", (line) => {
  const options = Schema.decodeUnknownSync(SignOnOptionsLine)(line)
  const { port } = new URL(options.issuer)
  createServer(makeSignOn({ ...options, accounts: demoAccounts })).listen(Number(port), options.host, () => console.log("ready"))
})
