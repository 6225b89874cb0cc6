/** What every error body must be (RFC 9457 with the gateway's members), checked member by member. */
import { assert } from "vitest"
import { type ProblemCode, problems } from "../../src/domain/Problem.ts"

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Checks the whole error answer and returns its `detail`. */
export const expectProblem = async (response: Response, code: ProblemCode, publicUrl: string): Promise<string> => {
  const text = await response.text()
  assert.strictEqual(response.status, problems[code].status, text)
  assert.strictEqual(response.headers.get("content-type"), "application/problem+json")
  assert.strictEqual(response.headers.get("cache-control"), "no-store")
  assert.strictEqual(response.headers.get("x-content-type-options"), "nosniff")
  assert.strictEqual(response.headers.get("access-control-allow-origin"), "*")
  assert.strictEqual(response.headers.get("content-length"), String(Buffer.byteLength(text)))
  const requestId = response.headers.get("x-request-id") ?? ""
  assert.match(requestId, uuid)
  const { detail, ...rest } = JSON.parse(text)
  assert.deepStrictEqual(rest, {
    type: `${publicUrl}/problems/${code}`,
    title: problems[code].title,
    status: problems[code].status,
    instance: `urn:uuid:${requestId}`,
    code,
    message: problems[code].message,
    requestId,
    meta: { version: "4.0" }
  })
  assert.isString(detail)
  assert.isNotEmpty(detail)
  return detail
}

/** The rate headers of an authenticated answer: what is left, and the seconds to the next one. */
export const quotaOf = (response: Response): { readonly left: number; readonly seconds: number } => {
  assert.strictEqual(response.headers.get("ratelimit-policy"), "\"token\";q=120;w=60")
  const [, left, seconds] = /^"token";r=(\d+);t=(\d+)$/.exec(response.headers.get("ratelimit") ?? "") ??
    assert.fail(`RateLimit: ${response.headers.get("ratelimit")}`)
  return { left: Number(left), seconds: Number(seconds) }
}
