/** Where things lie in the kernel's memory, as `assembly/memory.as` has it. */
export const forms = 0x10200
export const counts = 0x10300
export const marks = 0x11000
export const state = 0x15000
export const stack = 0x15080
export const classes = 0x18000
/** Root members that do not leave, by their node. */
export const staysOut = 0x1a000
export const input = 0x20000
export const output = 0x60000
/** Nodes of items of assigned rows. */
export const places = 0x1a0000
export const placeBytes = 0x8000
/** For a text that no window holds. */
export const scratch = 0x1b0000
export const scratchBytes = 0x3ff00
export const segments = 0x200000
export const segmentsEnd = 0x600000
/** What texts are read by, and what is found in them. */
export const folds = 0x600000
export const regencies = 0x610100
export const areas = 0x610600
export const kindCodes = 0x610a40
export const found = 0x7a0000
/** By which words with capitals were weighed, the last text's; what each feature weighs. */
export const features = 0x6c0000
export const weights = 0x838000
export const weightBits = 15
/** Likewise of what texts tell. */
export const facts = 0x840000
export const factBits = 18
/** More characters are never read at once. */
export const longestText = 34_000

/** Bytes that the kernel is given at a time. */
export const windowBytes = 131_072
/** It looks ahead so far, and a string of more bytes is the host's. */
export const lookBytes = 65_536
/** What the host writes for a value, or for a key, ends here at the latest: behind it is room for a key, and for the rest of the window. */
export const valuesEnd = places - 2 * windowBytes - 64
export const keysEnd = places - windowBytes - 64
/** Bytes of a key that it remembers. */
export const longestKey = 1_024
/** Nodes that it knows the byte of; numbers from here on are places in assigned rows. */
export const mostNodes = 8_192
/** What hangs below is hidden, keys too: an endpoint with so many keys has data as keys. */
export const unreadNode = mostNodes - 1
export const mostKeys = 4_096

/** How a run ends; what is negative is a fault. */
export const more = 0
export const ended = 1
export const unknownKey = 2
export const longString = 3
export const again = 4
export const assignRow = 5

export const reasons: Readonly<Record<number, string>> = {
  [-1]: "a string is malformed or not closed",
  [-2]: "a number is malformed",
  [-3]: "a value was expected",
  [-4]: "too deep",
  [-5]: "a key was expected",
  [-6]: "a colon was expected",
  [-7]: "a comma or the end of a list or an object was expected",
  [-8]: "something follows the value",
  [-9]: "the text ends too early"
}

/** What is told of the root and of its members. */
export const rootStart = 0
export const rootEnd = 1
export const member = 2
export const valueStart = 3
export const valueEnd = 4

/** Of `NodeByte.ts`: never read. */
export const publicCode = 30
