/**
 * Refuses to give access while no audit record can be kept: whoever gets some now could use it unseen. Asked before a
 * token or a secret is shown, scopes are added, somebody is verified, a request is approved or data is protected less.
 * What takes access back does not ask, nor does trying out, whose token nobody is shown and whose call goes through the pipeline.
 */
import { Effect } from "effect"
import { AuditSink } from "../audit/AuditSink.ts"
import { NotNow } from "./PortalError.ts"
import { portalWords } from "./PortalWords.ts"
import type { Visit } from "./Visit.ts"

export const mayGiveAccess = ({ language }: Visit) =>
  Effect.flatMap(
    AuditSink,
    ({ recording }) => recording() ? Effect.void : Effect.fail(new NotNow({ reason: portalWords[language].notRecordingText }))
  )
