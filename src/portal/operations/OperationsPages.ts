/** The operations pages, for operators: the board and its stream, the break-glass actions and their log. */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import type { PortalPage } from "../PortalPage.ts"
import { portalPage } from "../PortalRouter.ts"
import { portalStream } from "../PortalStream.ts"
import { actionPages } from "./ActionPages.ts"
import { announcementPages } from "./AnnouncementPages.ts"
import { boardPage } from "./BoardPage.ts"
import { boardPath, streamPath } from "./BoardPath.ts"
import { makeBoardStream } from "./BoardStream.ts"
import { circuitPages } from "./CircuitPages.ts"
import { drainPages } from "./DrainPages.ts"
import { operationsStyle } from "./OperationsNav.ts"
import { operationsWords } from "./OperationsWords.ts"
import { ownerPages } from "./OwnerPages.ts"
import { proposalBoard, waitingNotice } from "./ProposalBoard.ts"
import { sessionPages } from "./SessionPages.ts"
import { tokenPages } from "./TokenPages.ts"

export const OperationsPages = HttpRouter.use((router) =>
  Effect.gen(function*() {
    const { now, stream } = yield* makeBoardStream
    yield* portalPage(router, boardPath, "operator", (visit) =>
      Effect.gen(function*() {
        const notice = yield* waitingNotice(visit)
        const { reading, texts } = yield* now(visit)
        const page: PortalPage = {
          title: operationsWords[visit.language].title,
          main: boardPage(visit, reading, texts, notice),
          script: ["board"],
          style: [...operationsStyle, "uplot"]
        }
        return page
      }))
    yield* portalStream(router, streamPath, "operator", (visit, lastEventId) =>
      stream(visit, /^\d{1,15}$/.test(lastEventId ?? "") ? Number(lastEventId) : 0))
    yield* circuitPages(router)
    yield* tokenPages(router)
    yield* sessionPages(router)
    yield* ownerPages(router)
    yield* drainPages(router)
    yield* proposalBoard(router)
    yield* actionPages(router)
    yield* announcementPages(router)
  })
)
