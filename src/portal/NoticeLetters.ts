/** The letters that carry notices and ask for confirmation, in the language of whoever entered the address. */
import type { Told } from "../notices/Delivery.ts"
import type { Destination } from "../notices/Destinations.ts"
import type { Notice } from "../notices/Notice.ts"
import { destinationsPath, type NoticeReader, noticeText } from "./NoticeText.ts"
import { noticeWords } from "./NoticeWords.ts"

export const confirmPath = "/portal/pemberitahuan/sahkan"

interface Words {
  readonly subject: string
  readonly text: string
}

type Language = Destination["language"]

/** A page of the portal, in the letter's language whatever the browser prefers. */
const pageAt = (publicUrl: string, path: string, language: Language): string => {
  const url = new URL(path, publicUrl)
  url.searchParams.set("lang", language)
  return url.href
}

export const noticeLetters = (publicUrl: string, reader: Omit<NoticeReader, "language">) => {
  const ending = (language: Language): string => `${noticeWords[language].letterEnd}\n${pageAt(publicUrl, destinationsPath, language)}\n`
  const toldOf = (notice: Notice, { language }: Pick<Destination, "language">): Told => {
    const { path, text, title } = noticeText(notice, { ...reader, language })
    return { title, text, url: path === undefined ? undefined : pageAt(publicUrl, path, language) }
  }
  return {
    toldOf,
    letterOf: (notice: Notice, { language }: Pick<Destination, "language">): Words => {
      const { text, title, url } = toldOf(notice, { language })
      const link = url === undefined ? "" : `${noticeWords[language].see}: ${url}\n\n`
      return { subject: title, text: `${text}\n\n${link}-- \n${ending(language)}` }
    },
    confirmation: (code: string, { language }: Pick<Destination, "language">): Words => {
      const words = noticeWords[language]
      const link = pageAt(publicUrl, `${confirmPath}?kode=${code}`, language)
      return { subject: words.confirmSubject, text: `${words.confirmText}\n\n${link}\n\n${words.confirmElse}\n` }
    }
  }
}
