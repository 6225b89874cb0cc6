/** Notices under `/portal/pemberitahuan`, for everybody who signs in: the inbox, and where else notices go. */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { confirmPath } from "../NoticeLetters.ts"
import { destinationsPath, type NoticeReader } from "../NoticeText.ts"
import { inboxPath } from "../PortalFrame.ts"
import { portalForm, portalPage } from "../PortalRouter.ts"
import {
  confirm,
  confirmation,
  ConfirmForm,
  destinations,
  MailForm,
  remove,
  RemoveForm,
  saveMail,
  saveWebhook,
  TryForm,
  trySending,
  WebhookForm
} from "./DestinationPages.ts"
import { inbox, markRead, ReadForm } from "./InboxPage.ts"

export const NoticePages = ({ applicationAt }: Pick<NoticeReader, "applicationAt">) =>
  HttpRouter.use((router) =>
    Effect.gen(function*() {
      const view = inbox(applicationAt)
      yield* portalPage(router, inboxPath, "signed-in", view)
      yield* portalForm(router, inboxPath, "signed-in", ReadForm, markRead, { again: view })

      yield* portalPage(router, destinationsPath, "signed-in", destinations)
      yield* portalForm(router, `${destinationsPath}/surel`, "signed-in", MailForm, saveMail, { again: destinations })
      yield* portalForm(router, `${destinationsPath}/webhook`, "signed-in", WebhookForm, saveWebhook, { again: destinations })
      yield* portalForm(router, `${destinationsPath}/hapus`, "signed-in", RemoveForm, remove, { again: destinations })
      yield* portalForm(router, `${destinationsPath}/percobaan`, "signed-in", TryForm, trySending, { again: destinations })

      yield* portalPage(router, confirmPath, "anyone", confirmation)
      yield* portalForm(router, confirmPath, "anyone", ConfirmForm, confirm)
    })
  )
