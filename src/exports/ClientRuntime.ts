/**
 * What every generated TypeScript client has beside the types of its endpoints. Text of a program that is nowhere run here:
 * a test compiles it strictly and calls a gateway with it. It has no template literals, so that it can stand in one.
 */
export const clientRuntime = String.raw`
type Routes = keyof Endpoints
type Scalar = string | number | boolean
type None = { readonly [name: string]: never }
type Named = { readonly [name: string]: Scalar | undefined }

/** What a call needs beside its route: path parameters where the route has any. */
export type CallOptions<R extends Routes> =
  & { readonly query?: Endpoints[R]["query"]; readonly signal?: AbortSignal }
  & (Endpoints[R]["params"] extends None ? { readonly params?: Endpoints[R]["params"] }
    : { readonly params: Endpoints[R]["params"] })

type Rest<R extends Routes> = {} extends CallOptions<R> ? [options?: CallOptions<R>] : [options: CallOptions<R>]

export interface Success<Data, Info> {
  readonly ok: true
  readonly data: Data
  readonly meta: Info
  readonly response: Response
}

/** What answered is no answer of the gateway's, perhaps that of a proxy before it. */
export interface Unreadable {
  readonly code: "unreadable"
  readonly status: number
  readonly detail: string
}

export interface Failure {
  readonly ok: false
  readonly problem: Problem | Unreadable
  readonly response: Response
}

export type Answer<Data, Info = Meta> = Success<Data, Info> | Failure

/** Thrown by rows(), which has no other way to tell. */
export class GatewayError extends Error {
  readonly problem: Problem | Unreadable
  constructor(problem: Problem | Unreadable) {
    super(problem.code + ": " + problem.detail)
    this.name = "GatewayError"
    this.problem = problem
  }
}

/** One entry of an aggregate: what its own route would have answered. */
export type Entry<Data> =
  | { readonly status: "success"; readonly message: string; readonly data: Data; readonly meta: Meta }
  | { readonly status: "error"; readonly httpStatus: number; readonly problem: Problem }

type Wanted = { readonly [R in Routes]: { readonly route: R } & Omit<CallOptions<R>, "signal"> }[Routes]

/** A row of list data, or the whole of what is none. */
export type Row<Data> = Data extends ReadonlyArray<infer One> ? One : Data

/** A row as a question shows it: by the names of its columns. */
export type AskedRow = { readonly [column: string]: unknown }

/** A token, or what gets one; told to get a new one when the gateway has refused the last, and which that was. */
export type TokenSource = string | ((renew: boolean, refused?: string) => string | Promise<string>)

export interface ClientOptions {
  readonly token: TokenSource
  readonly baseUrl?: string
  /** How often a call is sent again that was told to wait (429, 503). */
  readonly retries?: number
  /** The longest that is waited, in seconds; who is told to wait longer hears the error at once. */
  readonly maxWait?: number
  readonly fetch?: typeof fetch
}

const isRecord = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const sleep = (seconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal !== undefined && signal.aborted) return reject(signal.reason)
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop)
      resolve()
    }, seconds * 1000)
    signal?.addEventListener("abort", stop, { once: true })
  })

/** Seconds that Retry-After asks for, as a number or as a date. */
const waitOf = (response: Response): number | undefined => {
  const text = response.headers.get("retry-after")
  if (text === null) return undefined
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(seconds, 0)
}

const filled = (route: string, params: Named, encode: (text: string) => string): string =>
  route.replace(/\{([A-Za-z0-9_]+)\}/g, (_, name: string) => {
    const value = String(params[name] ?? "")
    if (value === "" || value === "." || value === "..") throw new TypeError("Parameter " + name + " of " + route + " has no usable value")
    return encode(value)
  })

/** As it stands in an aggregate's request, where nothing is encoded. */
const plain = (text: string): string => {
  if (text.includes("/")) throw new TypeError("A parameter of an aggregate's entry has a slash, which would lead elsewhere: " + text)
  return text
}

const queryText = (query: Named): string => {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) pairs.append(name, String(value))
  const text = pairs.toString()
  return text === "" ? "" : "?" + text
}

const unreadable = (response: Response): Unreadable => ({
  code: "unreadable",
  status: response.status,
  detail: "What answered is no answer of the gateway's"
})

const problemOf = (response: Response, text: string): Problem | Unreadable => {
  const body = parsed(text)
  // Its members are what the gateway promises; of a code that is newer than this file the others are as promised still.
  return isRecord(body) && typeof body["code"] === "string" ? body as unknown as Problem : unreadable(response)
}

const answerOf = async <Data, Info>(response: Response): Promise<Answer<Data, Info>> => {
  const text = await response.text()
  const body = response.ok ? parsed(text) : undefined
  return isRecord(body) && body["status"] === "success"
    ? { ok: true, data: body["data"] as Data, meta: body["meta"] as Info, response }
    : { ok: false, problem: problemOf(response, text), response }
}

/**
 * Tokens for an application's server (OAuth 2.0 client credentials), renewed before they end. Never in a browser: whoever
 * has the secret is the application.
 */
export const clientCredentials = (
  options: {
    readonly clientId: string
    readonly clientSecret: string
    /** Scopes separated by spaces; all that were granted where there is none. */
    readonly scope?: string
    readonly baseUrl?: string
    readonly fetch?: typeof fetch
  }
): (renew: boolean, refused?: string) => Promise<string> => {
  let kept: { readonly token: Promise<string>; text?: string; until: number } | undefined
  const ask = async (entry: { text?: string; until: number }): Promise<string> => {
    const send = options.fetch ?? fetch
    const response = await send((options.baseUrl ?? publicUrl) + "/oauth/token", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: options.clientId,
        client_secret: options.clientSecret,
        scope: options.scope ?? "*"
      }).toString()
    })
    const body = parsed(await response.text())
    if (!isRecord(body) || typeof body["access_token"] !== "string" || typeof body["expires_in"] !== "number") {
      throw new Error("No token: " + (isRecord(body) ? String(body["error"]) + ", " + String(body["error_description"]) : response.status))
    }
    entry.until = Date.now() + body["expires_in"] * 900
    return entry.text = body["access_token"]
  }
  return (renew, refused) => {
    // Of all calls that hear of it the first one asks: tokens are few.
    const isNewer = kept !== undefined && (kept.text === undefined || refused !== undefined && kept.text !== refused)
    if (kept !== undefined && Date.now() < kept.until && (!renew || isNewer)) return kept.token
    const entry: { text?: string; until: number } = { until: Number.POSITIVE_INFINITY }
    const token = ask(entry)
    kept = Object.assign(entry, { token })
    token.catch(() => {
      if (kept === entry) kept = undefined
    })
    return token
  }
}

export const createClient = ({ baseUrl = publicUrl, maxWait = 60, retries = 2, token, fetch: send = fetch }: ClientOptions) => {
  const data = baseUrl + "/api/v4/gateway/"

  const call = async (address: string, accept: string, signal: AbortSignal | undefined, body?: string): Promise<Response> => {
    let renewed = false
    let refused: string | undefined
    for (let retried = 0;;) {
      const bearer = typeof token === "string" ? token : await token(refused !== undefined, refused)
      refused = undefined
      const response = await send(address, {
        method: body === undefined ? "GET" : "POST",
        headers: { authorization: "Bearer " + bearer, accept, "content-type": "application/json" },
        body: body ?? null,
        signal: signal ?? null
      })
      const wait = response.status === 429 || response.status === 503 ? waitOf(response) : undefined
      if (response.status === 401 && typeof token !== "string" && !renewed) {
        renewed = true
        refused = bearer
      } else if (wait !== undefined && wait <= maxWait && retried < retries) {
        retried++
      } else return response
      await response.body?.cancel()
      await sleep(wait ?? 0, signal)
    }
  }

  const addressOf = (route: string, options: { readonly params?: object; readonly query?: object }): string =>
    data + filled(route, { ...options.params }, encodeURIComponent) + queryText({ ...options.query })

  return {
    /** Reads one endpoint. */
    get: async <R extends Routes>(route: R, ...[options]: Rest<R>): Promise<Answer<Endpoints[R]["data"]>> =>
      answerOf(await call(addressOf(route, options ?? {}), "application/json", options?.signal)),

    /** Asks a question about the rows of list data: some columns, some rows, groups. The rows are those of the question. */
    ask: async <R extends Routes>(route: R, question: Question, ...[options]: Rest<R>): Promise<Answer<ReadonlyArray<AskedRow>>> => {
      const query = { ...options?.query, ...question }
      return answerOf(await call(addressOf(route, { params: options?.params ?? {}, query }), "application/json", options?.signal))
    },

    /** Reads the rows of an endpoint as they arrive, however many there are. What breaks off throws. */
    rows: async function*<R extends Routes>(route: R, ...[options]: Rest<R>): AsyncGenerator<Row<Endpoints[R]["data"]>, void, undefined> {
      const response = await call(addressOf(route, options ?? {}), "application/x-ndjson", options?.signal)
      if (!response.ok || response.body === null) throw new GatewayError(problemOf(response, await response.text()))
      const reader = response.body.getReader()
      const decoder = new TextDecoder()
      let left = ""
      try {
        for (;;) {
          const { done, value } = await reader.read()
          const lines = (left + decoder.decode(value, { stream: !done })).split("\n")
          left = done ? "" : lines.pop() ?? ""
          for (const line of lines) if (line !== "") yield JSON.parse(line) as Row<Endpoints[R]["data"]>
          if (done) return
        }
      } finally {
        await reader.cancel()
      }
    },

    /** Reads up to 20 endpoints in one round trip; each entry has its own outcome, by its name. */
    aggregate: async <const W extends { readonly [alias: string]: Wanted }>(
      wanted: W,
      options: { readonly signal?: AbortSignal } = {}
    ): Promise<Answer<{ readonly [A in keyof W]: Entry<Endpoints[W[A]["route"]]["data"]> }, AggregateMeta>> => {
      const requests = Object.entries<{ readonly route: string; readonly params?: object; readonly query?: object }>(wanted)
        .map(([alias, { params, query, route }]) => {
          const [opd = "", dataset = "", ...path] = route.split("/")
          return { alias, opd, dataset, path: filled(path.join("/"), { ...params }, plain), query: query ?? {} }
        })
      return answerOf(await call(data + "aggregate", "application/json", options.signal, JSON.stringify({ strategy: "keyed", requests })))
    },

    /** Reads a ready-made aggregate. */
    preset: async (
      name: Presets,
      options: { readonly signal?: AbortSignal } = {}
    ): Promise<Answer<{ readonly [alias: string]: Entry<unknown> }, AggregateMeta>> =>
      answerOf(await call(data + "preset/" + encodeURIComponent(name), "application/json", options.signal))
  }
}

export type Client = ReturnType<typeof createClient>
`
