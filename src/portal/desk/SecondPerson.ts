/** Who is there to agree to what a desk proposes, where the one who runs the gateway can tell: the demo city does. */
import { Context, Effect } from "effect"
import { type Html, html } from "../../pages/Html.ts"
import type { Desk } from "./DeskFrame.ts"
import { proposalWords } from "./ProposalWords.ts"

/** A name; undefined where nobody in particular is known. */
export const SecondPerson = Context.Reference<string | undefined>("gapura/portal/desk/SecondPerson", { defaultValue: () => undefined })

export const secondPerson = ({ visit: { language } }: Desk): Effect.Effect<Html | ""> =>
  Effect.map(SecondPerson, (name) => name === undefined ? "" : html` ${proposalWords[language].secondIs} <b>${name}</b>.`)
