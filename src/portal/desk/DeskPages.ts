/**
 * The agency desk under `/portal/opd/:opd`, for civil servants of that agency alone: what applications ask of it, how
 * its endpoints are doing and who uses them, what may be changed about them, and its own audit records.
 */
import { Effect, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { portalForm, portalPage } from "../PortalRouter.ts"
import { AddressForm, addressMessages } from "./AddressForm.ts"
import { auditPage, auditTable } from "./AuditPage.ts"
import { address, connection, saveLimits } from "./ConnectionPage.ts"
import { DatasetForm, datasetMessages } from "./DatasetForm.ts"
import { datasetPage, saveDataset } from "./DatasetPage.ts"
import { deskWords } from "./DeskWords.ts"
import { endpointList } from "./EndpointList.ts"
import { describeFields, endpointPage, forgetVerdicts, saveFields, saveRules } from "./EndpointPage.ts"
import { history, undo, UndoForm } from "./HistoryPage.ts"
import { LimitForm, limitMessages } from "./LimitForm.ts"
import { overview } from "./Overview.ts"
import { agree, Decision, proposal, ProposalRefusal, proposals, refuseProposal, withdrawProposal } from "./ProposalPages.ts"
import { Approval, approve, Refusal, refuse, request, requests } from "./Requests.ts"
import { RuleForm, ruleMessages } from "./RuleForm.ts"
import { reasonMessages } from "./SaveSettings.ts"
import { give, GiveForm, giveMessages, verifications, withdraw, WithdrawForm } from "./Verifications.ts"
import { answerWish, wish, WishAnswerForm, wishAnswerMessages, wishes } from "./WishPages.ts"

const need = "civil-servant"
const desk = "/portal/opd/:opd"
/** One list for each field, under names that the page numbers. */
const FieldsForm = Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Array(Schema.String)]))
const reasonMessage = { reason: { id: deskWords.id.reasonMissing, en: deskWords.en.reasonMissing } }

export const DeskPages = HttpRouter.use((router) =>
  Effect.gen(function*() {
    yield* portalPage(router, desk, need, overview)

    yield* portalPage(router, `${desk}/permintaan`, need, requests)
    yield* portalPage(router, `${desk}/permintaan/:permintaan`, need, request)
    yield* portalForm(router, `${desk}/permintaan/:permintaan/setuju`, need, Approval, approve, { again: request })
    yield* portalForm(router, `${desk}/permintaan/:permintaan/tolak`, need, Refusal, refuse, { again: request, messages: reasonMessage })

    yield* portalPage(router, `${desk}/dataset-diminta`, need, wishes)
    yield* portalPage(router, `${desk}/dataset-diminta/:permintaan`, need, wish)
    yield* portalForm(router, `${desk}/dataset-diminta/:permintaan`, need, WishAnswerForm, answerWish, {
      again: wish,
      messages: wishAnswerMessages
    })

    yield* portalPage(router, `${desk}/verifikasi`, need, verifications)
    yield* portalForm(router, `${desk}/verifikasi`, need, GiveForm, give, { again: verifications, messages: giveMessages })
    yield* portalForm(router, `${desk}/verifikasi/cabut`, need, WithdrawForm, withdraw, { again: verifications })

    yield* portalPage(router, `${desk}/titik-akses`, need, endpointList)
    yield* portalPage(router, `${desk}/titik-akses/:dataset`, need, endpointPage)
    yield* portalForm(router, `${desk}/titik-akses/:dataset/bidang`, need, FieldsForm, saveFields, { again: endpointPage })
    yield* portalForm(router, `${desk}/titik-akses/:dataset/keterangan`, need, FieldsForm, describeFields, { again: endpointPage })
    yield* portalForm(router, `${desk}/titik-akses/:dataset/lupakan`, need, Decision, forgetVerdicts)
    yield* portalForm(router, `${desk}/titik-akses/:dataset/aturan`, need, RuleForm, saveRules, {
      again: endpointPage,
      messages: ruleMessages
    })

    yield* portalPage(router, `${desk}/dataset/:dataset`, need, datasetPage)
    yield* portalForm(router, `${desk}/dataset/:dataset`, need, DatasetForm, saveDataset, { again: datasetPage, messages: datasetMessages })

    yield* portalPage(router, `${desk}/sambungan`, need, connection)
    yield* portalForm(router, `${desk}/sambungan/batas`, need, LimitForm, saveLimits, { again: connection, messages: limitMessages })
    yield* portalForm(router, `${desk}/sambungan/alamat`, need, AddressForm, address, {
      again: connection,
      messages: addressMessages,
      secrets: ["rahasia"]
    })

    yield* portalPage(router, `${desk}/perubahan`, need, history)
    yield* portalForm(router, `${desk}/perubahan`, need, UndoForm, undo, { again: history })

    yield* portalPage(router, `${desk}/usulan`, need, proposals)
    yield* portalPage(router, `${desk}/usulan/:usulan`, need, proposal)
    yield* portalForm(router, `${desk}/usulan/:usulan/setuju`, need, Decision, agree, { again: proposal })
    yield* portalForm(router, `${desk}/usulan/:usulan/tolak`, need, ProposalRefusal, refuseProposal, {
      again: proposal,
      messages: reasonMessages
    })
    yield* portalForm(router, `${desk}/usulan/:usulan/tarik`, need, Decision, withdrawProposal, { again: proposal })

    yield* portalPage(router, `${desk}/audit`, need, auditPage)
    yield* portalPage(router, `${desk}/audit.csv`, need, auditTable)
  })
)
