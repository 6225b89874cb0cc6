/** First two digits of a NIK or KK: the 38 provinces, by the area codes of the Ministry of Home Affairs. */
export const provinceCodes: ReadonlySet<number> = new Set([
  11, 12, 13, 14, 15, 16, 17, 18, 19, 21,
  31, 32, 33, 34, 35, 36,
  51, 52, 53,
  61, 62, 63, 64, 65,
  71, 72, 73, 74, 75, 76,
  81, 82,
  91, 92, 93, 94, 95, 96
])
