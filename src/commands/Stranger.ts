/**
 * A warning where a command is about an account with which nobody has signed in although others have: often another name of
 * somebody, such as their e-mail address, and what was done is not felt by them.
 */
import { Console, Effect } from "effect"
import { ActionLog } from "../audit/ActionLog.ts"
import { visible } from "./Table.ts"

export const warnOfStranger = Effect.fn("Stranger.warnOfStranger")(function*(account: string) {
  const { list } = yield* ActionLog
  const signedIn = (whose: string | undefined) =>
    Effect.map(list({ account: whose, action: "signed-in", limit: 1 }), (found) => found.length > 0)
  // Where nobody signs in at all nothing tells a wrong account from a new one.
  if ((yield* signedIn(account)) || !(yield* signedIn(undefined))) return
  yield* Console.error(
    `gapura: nobody has signed in as ${visible(account)}: the account is what the sign-on calls \`sub\`, as \`developer list\` has it`
  )
})
