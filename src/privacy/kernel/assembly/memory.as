// Where things lie in the kernel's memory. `Layout.ts` says the same to the host.
export const MASKS: usize = 0x10000
/** 1 letter, 2 digit, 4 star, by byte. */
export const KINDS: usize = 0x10100
/** How the classes are shown, by code: numbers of `shown.as`. */
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
/** Nodes from here on are places in assigned rows. */
export const MOST_NODES: i32 = 8192
export const IN: usize = 0x20000
/** Texts in which nothing was found. */
export const REMEMBERED: usize = 0x41000
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

// What a text is read with; `text.as` says how. All of it is at work during one reading only.
/** What each character of the Basic Multilingual Plane is read as: ASCII, 1 for what nobody sees, 0x80 a small letter, 0x81 a capital,
 * 0x82 another letter, 0x83 another number, 0x84 anything else. The host lays it. */
export const FOLDS: usize = 0x600000
/** Bits of each character as it is read: `text.as` has them. */
export const KIND: usize = 0x610000
/** One bit for each of ten thousand regencies. */
export const REGENCIES: usize = 0x610100
/** 1 for each registration area of a plate, by two letters, `@` for none: 32 times the first and the second. */
export const AREAS: usize = 0x610600
export const DIGITS: usize = 0x610A00
/** Class code of each kind of FOUND; how many of each kind were masked. */
export const KIND_CODES: usize = 0x610A40
export const TALLY: usize = 0x610A80
/** Bits of signs that fields stand between: `words.as` has them. */
export const SIGNS: usize = 0x610B00
/** By two letters that a word begins with: 1 where a name may follow it anywhere, 2 where it may at the beginning, 4 `nama`, 8 a street, 16 a home, 32 where one may without capitals. */
export const HEADS: usize = 0x610C00
/** Hash and bits of words that say something of what follows. */
export const CUES: usize = 0x620000
export const CUE_SLOTS: u32 = 16383
/** A text whose characters were folded, and the place of each; the same without percents. */
export const FOLDED: usize = 0x660010
export const PLAIN: usize = 0x670010
export const MAP: usize = 0x680000
/** Start, end, what stands before. */
export const RUNS: usize = 0x6B0000
/** Start, end, bits. */
export const WORDS: usize = 0x730000
/** Start, end, class. */
export const FOUND: usize = 0x7A0000
/** What words with capitals were weighed by, behind what RUNS has of the same text; what each weighs, in sixteenths. */
export const FEATURES: usize = 0x6C0000
export const FEATURES_END: usize = 0x730000
export const WEIGHTS: usize = 0x838000
export const WEIGHT_BITS: u32 = 15
/** What words and numbers of a text tell by, likewise; these, as `facts.as` has them. */
export const FACTS: usize = 0x840000
export const FACT_BITS: u32 = 18
export const TOKENS: usize = 0x880000
export const MOST_TOKENS: i32 = 16384
/** More than a text can hold. */
export const MOST_FOUND: i32 = 50000
/** More characters are never read at once. */
export const LONGEST_TEXT: usize = 34000
