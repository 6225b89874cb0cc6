/** What a developer hears who asks while too many requests of the application wait. */
import { Effect } from "effect"
import type { RequestRefused } from "../../access/AccessRequests.ts"
import { FormRefused } from "../PortalError.ts"
import type { RequestWords } from "./RequestWords.ts"

/** The application is there and has an owner who asks: nothing else can be refused. */
export const manyWait = (words: RequestWords) => (refused: RequestRefused) =>
  refused.reason === "too-many"
    ? Effect.fail(new FormRefused({ faults: [{ field: "tujuan", message: words.manyWait }] }))
    : Effect.die(refused)
