/**
 * Which masking a kept copy was made by: a copy of another is served to nobody.
 *
 * It is a digest of what masking makes of a fixed set of documents. `test/privacy/MaskingVersion.test.ts` works it out anew,
 * fails when masking has changed, and says what to write here.
 */
export const maskingVersion = "wfeP9mfgvS0q"
