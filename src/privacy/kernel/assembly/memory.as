// Where things lie in the kernel's memory. `Layout.ts` says the same to the host.
export const MASKS: usize = 0x10000
/** 1 letter, 2 digit, 4 star, by byte. */
export const KINDS: usize = 0x10100
/** How the classes are shown, by code: numbers of `shown.ts`. */
export const FORMS: usize = 0x10200
/** Masked values by class code. */
export const COUNTS: usize = 0x10300
/** Kind and length of a key, node or count, place in the window, place in the output. */
export const MARKS: usize = 0x11000
export const MOST_MARKS: i32 = 1000
/** What a pass has to remember between windows, the stack behind it. */
export const STATE: usize = 0x15000
export const STACK: usize = 0x15080
/** The byte of each node of the endpoint at work, and 1 for each root member that does not leave. */
export const CLASSES: usize = 0x18000
export const STAYS_OUT: usize = 0x1A000
/** Hash and bits of words before names and homes. */
export const CUES: usize = 0x1F0000
export const CUE_SLOTS: u32 = 4095
/** Nodes from here on are places in assigned rows. */
export const MOST_NODES: i32 = 8192
export const IN: usize = 0x20000
export const OUT: usize = 0x60000
/** Behind it is room for what one string of a window may become. */
export const OUT_LIMIT: usize = 0x100000
/** One more than the node of each item of the first assigned rows; 0 where it was not asked for. */
export const PLACES: usize = 0x1A0000
export const MOST_ROWS: i32 = 64
export const MOST_COLUMNS: i32 = 256
/** A text that no window holds. */
export const SCRATCH: usize = 0x1B0000
export const SEGMENTS: usize = 0x200000
/** The kernel looks ahead so far for the member that chooses, and takes no longer strings. */
export const LOOK: usize = 0x10000
export const LONGEST_KEY: usize = 1024
