/** A problem answer that an agency caused: whole, and without a word about what is behind the gateway. */
import { assert } from "vitest"
import type { ProblemCode } from "../../src/domain/Problem.ts"
import { expectProblem } from "./Problems.ts"

/** Addresses, stacks and names of our own parts. */
const internals = /127\.0\.0\.1|localhost|ECONN|ENOTFOUND|EAI_|undici|UND_ERR|node:|\.ts\b|\bat \w+ \(|\.invalid/i

/** Checks the whole answer and returns its `detail`. */
export const expectFault = async (response: Response, code: ProblemCode): Promise<string> => {
  const detail = await expectProblem(response, code, new URL(response.url).origin)
  assert.notMatch(detail, internals)
  for (const [name, value] of response.headers) assert.notMatch(value, internals, name)
  assert.isNull(response.headers.get("x-cache"))
  assert.isNull(response.headers.get("age"))
  return detail
}
