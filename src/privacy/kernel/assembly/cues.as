// What words say of what stands behind them: bits that the host lays beside each word (`text/CueWords.ts` has the same numbers).
export const TITLE: u32 = 1, ROLE: u32 = 2, STRONG: u32 = 4, KIN: u32 = 8
/** No name begins with it; behind it stands a place; a place's, a firm's own name goes on. */
export const NO_NAME: u32 = 0x10, BEFORE_PLACE: u32 = 0x20, PLACE: u32 = 0x40, OFFICER: u32 = 0x80
export const CLEAR: u32 = 0x100, COURTESY: u32 = 0x200, DEGREE: u32 = 0x400
export const STREET: u32 = 0x800, HOME: u32 = 0x1000
/** A word of keys; one that names a field. */
export const KNOWN: u32 = 0x2000, FIELD: u32 = 0x4000
/** A number of somebody stands behind it; behind it and a word for numbers, in either order. */
export const NUMBERS: u32 = 0x8000, NUMBERED: u32 = 0x10000
/** It nearly always tells of somebody whom a text names; of a tag that marks a text. */
export const TELLS: u32 = 0x20000, MARK: u32 = 0x40000
/** Of an office; of nobody; of an office's mail. */
export const OFFICE: u32 = 0x80000, NOBODY: u32 = 0x100000, OFFICE_MAIL: u32 = 0x200000
/** Behind `nama saya …` the name ends here. */
export const STOP: u32 = 0x400000
/** What numbers a thing, and what may stand between. */
export const THING: u32 = 0x800000, THING_FILLER: u32 = 0x1000000
/** What a number is, as FOUND says it (7: a bank), what may stand between, and words of which two make one. */
export const LABEL_SHIFT: u32 = 25, LABEL: u32 = 0xE000000, FILLER: u32 = 0x10000000, HALF: u32 = 0x20000000
/** Of a plate. */
export const PLATED: u32 = 0x40000000

/** Of a second number: an everyday word, which names nobody; whom a text is about. */
export const COMMON: u32 = 1, SUBJECT: u32 = 2
/** What is told of somebody stands behind it, and it tells nothing itself; what somebody works as or believes, unless it says it of nobody. */
export const ANNOUNCES: u32 = 4, MAY_TELL: u32 = 8
/** Some words behind it a licence's number stands, an account's, a code that opens, a certificate's of birth, an address in a network. */
export const LICENCE: u32 = 0x40, ACCOUNTED: u32 = 0x80, OPENS: u32 = 0x100, BORN: u32 = 0x200, NETWORK: u32 = 0x400
/** Called so in what small letters say, a name follows. */
export const CALLED: u32 = 0x800
/** A firm's or an office's own name goes on. */
export const NAMED_ORGANISATION: u32 = 0x1000
/** An illness behind it is nobody's; of hamlets; behind it somebody's account is called so. */
export const UNIT: u32 = 0x2000, HAMLET: u32 = 0x4000, HANDLED: u32 = 0x8000

/** What is found. */
export const NIK: i32 = 1, KK: i32 = 2, NPWP: i32 = 3, BPJS: i32 = 4, ACCOUNT: i32 = 5, PASSPORT: i32 = 6, CARD: i32 = 7, PHONE: i32 = 8,
  PLATE: i32 = 9, MAIL: i32 = 10, NAME: i32 = 11, ADDRESS: i32 = 12, ID: i32 = 13, SECRET: i32 = 14, FACT: i32 = 15
