/** Registry files for tests, written as people write them: one line for each value, so that a fault's line is plain to see. */

/**
 * A whole file around the lines of one endpoint; `path` and `title` are given unless the lines have them. Its
 * endpoint starts on line 11.
 */
export const withEndpoint = (...lines: ReadonlyArray<string>): string => {
  const given = [
    ...(lines.some((line) => line.startsWith("path:")) ? [] : ["path: events"]),
    ...(lines.some((line) => line.startsWith("title:")) ? [] : ["title: Agenda kota"])
  ]
  return `version: 1
agencies:
  - slug: diskominfo
    name: Dinas Komunikasi dan Informatika
    server: http://127.0.0.1:9101
    datasets:
      - slug: portal-publik
        title: Portal publik
        license: CC-BY-4.0
        endpoints:
${[...lines, ...given].map((line, index) => `          ${index === 0 ? "- " : "  "}${line}`).join("\n")}
`
}

/** A whole file around the lines of its agency, from line 6 on. */
export const withAgency = (...lines: ReadonlyArray<string>): string =>
  `version: 1
agencies:
  - slug: diskominfo
    name: Dinas Komunikasi dan Informatika
    server: http://127.0.0.1:9101
${lines.map((line) => `    ${line}\n`).join("")}    datasets:
      - slug: portal-publik
        title: Portal publik
        endpoints:
          - path: events
            title: Agenda kota
`

/** A whole file whose presets are these lines, from line 16 on. */
export const withPresets = (...lines: ReadonlyArray<string>): string =>
  `version: 1
agencies:
  - slug: diskominfo
    name: Dinas Komunikasi dan Informatika
    server: http://127.0.0.1:9101
    datasets:
      - slug: portal-publik
        title: Portal publik
        endpoints:
          - path: events
            title: Agenda kota
            query: [page]
          - path: acara/:id
            title: Rincian
presets:
${lines.map((line) => `  ${line}\n`).join("")}`

/** Agencies, datasets and endpoints from paths: `{ dinkes: { puskesmas: ["", "daftar/:id"] } }`. */
export const withRoutes = (agencies: Readonly<Record<string, Readonly<Record<string, ReadonlyArray<string>>>>>): string =>
  `version: 1\nagencies:\n${
    Object.entries(agencies).map(([agency, datasets]) =>
      `  - slug: ${agency}\n    name: ${agency}\n    server: http://127.0.0.1:9101\n    datasets:\n${
        Object.entries(datasets).map(([dataset, paths]) =>
          `      - slug: ${dataset}\n        title: ${dataset}\n        endpoints:\n${
            paths.map((path) => `          - { path: "${path}", title: T }\n`).join("")
          }`
        ).join("")
      }`
    ).join("")
  }`
