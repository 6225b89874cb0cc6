/** Words of `unshare`: a script with mounts and processes of its own, which end with it. */
export const withOwnMounts = (script: string, ...words: ReadonlyArray<string>): ReadonlyArray<string> => [
  "--mount",
  "--pid",
  "--fork",
  "--kill-child",
  "sh",
  "-euc",
  script,
  "sh",
  ...words
]
