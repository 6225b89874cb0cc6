/** A whole text as an answer; public pages are compressed where they are kept, see `PublicPages.ts`. */
import type { Reply } from "../gateway/Reply.ts"

const encoder = new TextEncoder()

export const textReply = (text: string, headers: Readonly<Record<string, string>>): Reply => ({
  status: 200,
  code: null,
  headers: { ...headers },
  body: encoder.encode(text)
})
