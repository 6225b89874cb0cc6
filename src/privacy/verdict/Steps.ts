/**
 * Steps from a node of the trie to those below: keys as they are sent, and `*` for every key where keys are data. A key that is
 * itself called `*` has a backslash before it, so that it is no other's.
 */
export const anyStep = "*"

const starred = /^\\*\*$/

export const stepOfKey = (key: string): string => starred.test(key) ? `\\${key}` : key

/** The step of a key that is called `*`. */
export const ownStar = stepOfKey(anyStep)

/** What a policy is asked of a step to a member: any key is called like none. */
export const askedOfStep = (step: string): string => step === anyStep ? "\0" : keyOfStep(step)

/** The key of a step that is one key's. */
export const keyOfStep = (step: string): string => starred.test(step) ? step.slice(1) : step
