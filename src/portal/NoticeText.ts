/** A notice in words, on a page or in a letter, and where it leads. Made when it is read, in the reader's language. */
import type { Notice } from "../notices/Notice.ts"
import { timeOf, type TimeReader, untilOf } from "../pages/CityTime.ts"
import { dayOf } from "../pages/Language.ts"
import { causeWords, type NoticeWords, noticeWords } from "./NoticeWords.ts"

export interface NoticeText {
  readonly title: string
  readonly text: string
  /** Local; absent where there is nothing to see beside it. */
  readonly path: `/${string}` | undefined
}

export interface NoticeReader extends TimeReader {
  /** An agency's name by its slug. */
  readonly agencyName: (slug: string) => string
  /** Where an application's pages are. */
  readonly applicationAt: (name: string, part?: string) => `/${string}`
}

/** What a name holds is not looked at again. */
const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

const leftOf = (days: 7 | 1, words: NoticeWords): string => days === 7 ? words.inDays : words.inDay

export const destinationsPath = "/portal/pemberitahuan/kiriman"

export const noticeText = (notice: Notice, reader: NoticeReader): NoticeText => {
  const words = noticeWords[reader.language]
  const { agencyName, applicationAt } = reader
  switch (notice.kind) {
    case "request-asked":
      return {
        title: words.requestAsked,
        text: filled(words.requestAskedText, { application: notice.application, agency: agencyName(notice.agency) }),
        path: `/portal/opd/${notice.agency}/permintaan/${notice.request}`
      }
    case "request-decided":
      return {
        title: notice.state === "approved" ? words.requestApproved : words.requestRefused,
        text: filled(words.requestDecidedText, { application: notice.application, agency: agencyName(notice.agency) }),
        path: applicationAt(notice.application, "/permohonan")
      }
    case "dataset-asked":
      return {
        title: words.datasetAsked,
        text: filled(words.datasetAskedText, { agency: agencyName(notice.agency) }),
        path: `/portal/opd/${notice.agency}/dataset-diminta/${notice.wish}`
      }
    case "dataset-answered":
      return {
        title: notice.state === "planned" ? words.datasetPlanned : words.datasetCannot,
        text: filled(words.datasetAnsweredText, { agency: agencyName(notice.agency) }),
        path: "/portal/dataset-diminta"
      }
    case "verification-ending":
      return {
        title: filled(words.verificationEnding, { left: leftOf(notice.days, words) }),
        text: filled(words.verificationEndingText, {
          agency: notice.agency === null ? words.everyAgency : agencyName(notice.agency),
          until: untilOf(notice.until, reader)
        }),
        path: "/portal/aplikasi"
      }
    case "token-ending":
      return {
        title: filled(words.tokenEnding, { left: leftOf(notice.days, words) }),
        text: filled(words.tokenEndingText, {
          application: notice.application,
          token: notice.token,
          until: timeOf(notice.until, reader)
        }),
        path: applicationAt(notice.application)
      }
    case "quota-reached":
      return {
        title: words.quotaReached,
        text: filled(words.quotaReachedText, { application: notice.application }),
        path: applicationAt(notice.application, "/penggunaan")
      }
    case "deprecation":
      return {
        title: notice.days === null ? words.deprecation : filled(words.deprecationEnding, { left: leftOf(notice.days, words) }),
        text: [
          filled(words.deprecationText, { route: notice.route, deprecated: dayOf(notice.deprecated, reader.language) }),
          ...(notice.sunset === null ? [] : [filled(words.deprecationEnd, { sunset: dayOf(notice.sunset, reader.language) })])
        ].join(" "),
        path: localOf(notice.page)
      }
    case "incident":
      return {
        title: filled(words.incident, { agency: agencyName(notice.agency) }),
        text: filled(words.incidentText, {
          agency: agencyName(notice.agency),
          since: timeOf(notice.startedAt, reader),
          cause: notice.cause === null ? "" : causeWords[reader.language][notice.cause] ?? ""
        }),
        path: `/portal/status/${notice.agency}`
      }
    case "incident-over":
      return {
        title: filled(words.incidentOver, { agency: agencyName(notice.agency) }),
        text: filled(words.incidentOverText, {
          agency: agencyName(notice.agency),
          since: timeOf(notice.startedAt, reader),
          until: timeOf(notice.endedAt, reader)
        }),
        path: `/portal/status/${notice.agency}`
      }
    case "protection-proposed":
      return {
        title: words.proposed,
        text: filled(words.proposedText, { agency: agencyName(notice.agency) }),
        path: `/portal/opd/${notice.agency}/usulan/${notice.proposal}`
      }
    case "proposal-decided":
      return {
        title: notice.state === "agreed" ? words.proposalAgreed : words.proposalRefused,
        text: filled(words.proposalText, { agency: agencyName(notice.agency) }),
        path: `/portal/opd/${notice.agency}/usulan/${notice.proposal}`
      }
    case "answer-changed":
      return {
        title: words.answerChanged,
        text: filled(words.answerChangedText, { application: notice.application, address: notice.address }),
        path: applicationAt(notice.application, "/pantauan")
      }
    case "watch-ended":
      return {
        title: words.watchEnded,
        text: filled(words.watchEndedText, { application: notice.application, address: notice.address, code: notice.code }),
        path: applicationAt(notice.application, "/pantauan")
      }
    case "delivery-tried":
      return { title: words.tried, text: words.triedText, path: destinationsPath }
    case "delivery-stopped":
      return {
        title: words.stopped,
        text: notice.channel === "mail" ? words.stoppedMail : words.stoppedWebhook,
        path: destinationsPath
      }
  }
}

const localOf = (page: string): `/${string}` | undefined => page.startsWith("/") && !page.startsWith("//") ? `/${page.slice(1)}` : undefined
