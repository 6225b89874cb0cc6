/**
 * What the answers of an aggregate tell together that none tells alone: rows of two entries that can be joined,
 * though both are masked. And what a registry wants done about it.
 */

/** `warn` says so, `generalise` hides what masking had left of the values joined by, `refuse` gives no answer. */
export const linkagePolicies = ["warn", "generalise", "refuse"] as const
export type LinkagePolicy = typeof linkagePolicies[number]

export const strictest = (policies: Iterable<LinkagePolicy>): LinkagePolicy => {
  let found = 0
  for (const policy of policies) found = Math.max(found, linkagePolicies.indexOf(policy))
  return linkagePolicies[found] ?? "warn"
}

export interface Linkage {
  /** Rows with exactly one counterpart in another entry. */
  readonly linkable: number
  /** Aliases, two by two. */
  readonly between: ReadonlyArray<readonly [string, string]>
  /** What they can be joined by. */
  readonly by: ReadonlyArray<string>
  readonly policy: LinkagePolicy
}
