/**
 * When two names cannot be told apart: the skeleton of UTS 39, with a table of the characters that people meet.
 *
 * Two texts with the same skeleton look the same. The table has what looks like a basic Latin letter, a digit or a sign:
 * of Latin itself, Greek, Cyrillic, Armenian, Hebrew, Arabic, Cherokee, Coptic, Lisu and some others. What Unicode
 * itself calls the same (full-width and mathematical letters, ligatures) is folded by its normal form before. Letters in
 * two cases are two letters.
 */

/** What stands for a look, and all that look like it. */
const looks: ReadonlyArray<readonly [prototype: string, others: string]> = [
  ["a", "\u0251\u03b1\u0430\u237a"],
  ["A", "\u0391\u0410\u13aa\u15c5\ua4ee\u1d00\uab7a"],
  ["b", "\u0184\u042c\u044c\u13cf\u1472\u15af"],
  ["B", "\u0392\u0412\u0432\u0299\u13f4\u15f7\ua4d0"],
  ["c", "\u0441\u1d04\u2ca5\uabaf\u03c2\u0254"],
  ["C", "\u0421\u13df\u2ca4\ua4da\u216d"],
  ["d", "\u0501\u13e7\u146f\ua4d2"],
  ["D", "\u13a0\u15de\u15ea\ua4d3\u1d05\uab70"],
  ["e", "\u0435\u04bd\u212e\uab32"],
  ["E", "\u0395\u0415\u13ac\u1d07\u22ff\u2d39\ua4f0\uab7c"],
  ["f", "\u0192\u0584\u1e9d\ua799\uab35"],
  ["F", "\u03dc\u15b4\ua4dd\ua798\ua730"],
  ["g", "\u018d\u0261\u0581\u1d83"],
  ["G", "\u0262\u050c\u13c0\u13f3\ua4d6\uab90"],
  ["h", "\u04bb\u0570\u13c2"],
  ["H", "\u0397\u041d\u043d\u029c\u13bb\u157c\u2c8e\ua4e7\uab8b"],
  ["i", "\u0131\u0269\u026a\u02db\u03b9\u0456\u13a5\ua647\uab75"],
  ["j", "\u03f3\u0458\u0575"],
  ["J", "\u037f\u0408\u13ab\u148d\u1d0a\ua4d9\ua7b2"],
  ["k", "\u0138\u03ba\u043a\u1d0b\u2c95\uabb6"],
  ["K", "\u039a\u041a\u13e6\u16d5\u2c94\ua4d7"],
  [
    "l",
    "\u0049\u0031\u007c\u0196\u01c0\u0399\u0406\u04c0\u04cf\u05c0\u05d5\u05df\u0627\u0661\u06f1\u07ca\u16c1\u2223\u23fd\u2c92\u2d4f\ua4f2"
  ],
  ["L", "\u029f\u053c\u13de\u14aa\u2cd0\ua4e1\uabae"],
  ["M", "\u039c\u03fa\u041c\u043c\u13b7\u15f0\u16d6\u1d0d\u2c98\ua4df"],
  ["rn", "\u006d"],
  ["n", "\u0578\u057c\u03b7"],
  ["N", "\u0274\u039d\u2c9a\ua4e0"],
  [
    "o",
    "\u03bf\u03c3\u043e\u0585\u05e1\u0647\u0665\u0966\u0a66\u0ae6\u0be6\u0c66\u0ce6\u0d66\u0e50\u0ed0\u1040\u10ff\u1d0f\u1d11\u2c9f\uab3d"
  ],
  ["O", "\u0030\u039f\u041e\u0555\u07c0\u09e6\u0b20\u0b66\u12d0\u2c9e\u2d54\u3007\ua4f3"],
  ["p", "\u03c1\u0440\u2374\u2ca3"],
  ["P", "\u03a1\u0420\u13e2\u146d\u1d18\u2ca2\ua4d1"],
  ["q", "\u051b\u0563\u0566"],
  ["Q", "\u051a\u2d55"],
  ["r", "\u0433\u1d26\u2c85\uab47\uab48\uab81"],
  ["R", "\u01a6\u0280\u13a1\u13d2\u1587\ua4e3"],
  ["s", "\u01bd\u0455\ua731\uabaa"],
  ["S", "\u0405\u054f\u13d5\u13da\ua4e2"],
  ["T", "\u03a4\u03c4\u0422\u0442\u13a2\u1d1b\u22a4\u27d9\u2ca6\ua4d4"],
  ["u", "\u028b\u03c5\u057d\u1d1c\ua79f\uab4e\uab52"],
  ["U", "\u054d\u1200\u144c\u222a\u22c3\ua4f4"],
  ["v", "\u03bd\u0475\u05d8\u1d20\u2228\u22c1\uaba9"],
  ["V", "\u0474\u0667\u06f7\u13d9\u142f\u2d38\ua4e6"],
  ["vv", "\u0077\u026f\u03c9\u0461\u051d\u0561\u1d21\uab83"],
  ["VV", "\u0057\u051c\u13b3\u13d4\ua4ea"],
  ["x", "\u00d7\u03c7\u0445\u1541\u157d\u166e\u2a2f"],
  ["X", "\u03a7\u0425\u166d\u16b7\u2573\u2cac\u2d5d\ua4eb"],
  ["y", "\u0263\u028f\u03b3\u0443\u04af\u10e7\u1d8c\u1eff"],
  ["Y", "\u03a5\u0423\u04ae\u13a9\u13bd\u2ca8\ua4ec"],
  ["z", "\u1d22\uab93"],
  ["Z", "\u0396\u13c3\ua4dc"],
  ["2", "\u01a7\u03e8\u14bf\ua644\ua75a"],
  ["3", "\u01b7\u021c\u025c\u0417\u0437\u04e0\u1d08\u2ccc\ua76a\ua7ab"],
  ["4", "\u13ce"],
  ["5", "\u01bc"],
  ["6", "\u0431\u13ee\u2cd2"],
  ["8", "\u0222\u0223\u09ea\u0a6a\u0b03"],
  ["9", "\u09ed\u0a67\u0b68\u0d6d\u2cca\ua76e"],
  ["-", "\u02d7\u06d4\u2010\u2012\u2013\u2043\u2212\u2796\u2cba"],
  [".", "\u0660\u06f0\ua4f8"],
  ["_", "\u02cd"],
  [",", "\u00b8\u066b\u201a\ua4f9"],
  [":", "\u02d0\u02f8\u0589\u05c3\u0703\u2236\ua789"],
  ["'", "\u0060\u02b9\u02bb\u02bc\u02bd\u02be\u02c8\u055a\u05f3\u07f4\u2018\u2019\u201b\u2032\u2035\ua78c"],
  ["''", "\u0022\u05f4\u201c\u201d\u201f"],
  ["/", "\u2044\u2215\u2571\u27cb\u29f8"],
  ["!", "\u01c3\u2d51"],
  ["?", "\u0241\u0294\u097d\u13ae"]
]

const prototypes = new Map(looks.flatMap(([prototype, others]) => Array.from(others, (other) => [other, prototype] as const)))

/** Not seen: what Unicode says may be ignored where it is shown, and the dot above a letter that has one. */
const unseen = /\p{Default_Ignorable_Code_Point}|(?<=[ij])\u0307/gu

/** For comparing alone: it is no name. */
export const skeletonOf = (text: string): string => {
  let skeleton = ""
  for (const character of text.normalize("NFKC").normalize("NFD").replace(unseen, "")) skeleton += prototypes.get(character) ?? character
  return skeleton.normalize("NFD").replace(/\s+/g, " ").trim()
}

/** For each name that some other one looks like: those others. */
export const lookAlikes = (names: Iterable<string>): ReadonlyMap<string, ReadonlyArray<string>> => {
  const all = [...names]
  const alike = Map.groupBy(all, skeletonOf)
  return new Map(all.flatMap((name) => {
    const others = (alike.get(skeletonOf(name)) ?? []).filter((other) => other !== name)
    return others.length === 0 ? [] : [[name, others]]
  }))
}
