/** A client of server-sent events: what came so far, and whether the stream has ended. */
import { eventually } from "./Suite.ts"

export interface SentEvent {
  readonly id: string
  readonly event: string
  readonly data: string
}

export interface EventStream {
  readonly status: number
  readonly headers: Headers
  readonly events: ReadonlyArray<SentEvent>
  readonly isOver: () => boolean
  /** Waits for an event that fits, among those that came already too. */
  readonly until: (what: string, fits: (event: SentEvent) => boolean, millis?: number) => Promise<SentEvent>
  readonly close: () => void
}

const fieldOf = (block: string, name: string): string =>
  block.split("\n").flatMap((line) => line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []).join("\n")

export const openEvents = async (url: string, headers: Readonly<Record<string, string>>): Promise<EventStream> => {
  const leaving = new AbortController()
  const response = await fetch(url, { headers: { accept: "text/event-stream", ...headers }, redirect: "manual", signal: leaving.signal })
  const events: Array<SentEvent> = []
  let isOver = false
  const read = async (): Promise<void> => {
    let text = ""
    const decoder = new TextDecoder()
    try {
      for await (const chunk of response.body ?? []) {
        text += decoder.decode(chunk, { stream: true })
        for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
          const block = text.slice(0, end)
          text = text.slice(end + 2)
          if (block.includes("data: ")) {
            events.push({ id: fieldOf(block, "id"), event: fieldOf(block, "event"), data: fieldOf(block, "data") })
          }
        }
      }
    } catch {
      // Left, or cut off: either way it is over.
    }
    isOver = true
  }
  void read()
  return {
    status: response.status,
    headers: response.headers,
    events,
    isOver: () => isOver,
    until: async (what, fits, millis = 60_000) => {
      let found: SentEvent | undefined
      await eventually(what, () => (found = events.find(fits)) !== undefined, millis)
      if (found === undefined) throw new Error(what)
      return found
    },
    close: () => leaving.abort()
  }
}
