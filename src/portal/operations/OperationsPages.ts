/** The operations pages, for operators: the board and its stream, the break-glass actions and their log. */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import type { PortalPage } from "../PortalPage.ts"
import { portalPage } from "../PortalRouter.ts"
import { portalStream } from "../PortalStream.ts"
import { actionPages } from "./ActionPages.ts"
import { announcementPages } from "./AnnouncementPages.ts"
import { boardPage, boardPath, streamPath } from "./BoardPage.ts"
import { makeBoardStream } from "./BoardStream.ts"
import { circuitPages } from "./CircuitPages.ts"
import { drainPages } from "./DrainPages.ts"
import { LiveBoard } from "./LiveBoard.ts"
import { operationsStyle } from "./OperationsNav.ts"
import { operationsWords } from "./OperationsWords.ts"
import { proposalBoard, waitingNotice } from "./ProposalBoard.ts"
import { sessionPages } from "./SessionPages.ts"
import { tokenPages } from "./TokenPages.ts"

export const OperationsPages = HttpRouter.use((router) =>
  Effect.gen(function*() {
    const board = yield* LiveBoard
    const { stream, textsOf } = yield* makeBoardStream
    yield* portalPage(router, boardPath, "operator", (visit) =>
      Effect.map(waitingNotice(visit), (notice): PortalPage => {
        const reading = board.latest()
        return {
          title: operationsWords[visit.language].title,
          main: boardPage(visit, reading, textsOf(reading, visit.language), notice),
          script: ["board"],
          style: [...operationsStyle, "uplot"]
        }
      }))
    yield* portalStream(router, streamPath, "operator", ({ language }, lastEventId) =>
      stream(language, /^\d{1,15}$/.test(lastEventId ?? "") ? Number(lastEventId) : 0))
    yield* circuitPages(router)
    yield* tokenPages(router)
    yield* sessionPages(router)
    yield* drainPages(router)
    yield* proposalBoard(router)
    yield* actionPages(router)
    yield* announcementPages(router)
  })
)
