/** Registry files for tests, as plain values. The text is JSON, which is YAML too. */

export interface CityOptions {
  /** Address of the servers of `diskominfo` and `dinkes`. */
  readonly diskominfo: string
  readonly dinkes: string
  /** Members of the endpoint `diskominfo/portal-publik/berita` to change. */
  readonly berita?: Readonly<Record<string, unknown>>
  /** More endpoints of `diskominfo/portal-publik`. */
  readonly more?: ReadonlyArray<Readonly<Record<string, unknown>>>
  /** How many people it takes at a desk to protect data less; absent: two. */
  readonly approvals?: 1
  /** What is told about `diskominfo/portal-publik`. */
  readonly about?: Readonly<Record<string, unknown>>
}

/** A circuit that no test opens by accident. */
const breaker = { size: 10_000, minimum: 10_000 }

/** Two agencies with one endpoint of every kind, and three presets. */
export const cityRegistry = ({ about, approvals, berita, diskominfo, dinkes, more = [] }: CityOptions): string =>
  JSON.stringify(
    {
      version: 1,
      ...approvals === undefined ? {} : { desk: { approvals } },
      agencies: [
        {
          slug: "diskominfo",
          name: "Dinas Komunikasi & Informatika <Kota>",
          application: "portal-kota",
          server: diskominfo,
          retries: 0,
          breaker,
          datasets: [
            {
              slug: "portal-publik",
              title: "Portal publik",
              license: "CC-BY-4.0",
              ...about === undefined ? {} : { about },
              endpoints: [
                { path: "events", upstream: "/internal/events", title: "Agenda kota", query: ["page", "limit"] },
                { path: "acara/:id", upstream: "/internal/acara/:id", title: "Satu acara", resource: "acara", query: ["q"] },
                { path: "berita", title: "Berita", cache: { fresh: "60 seconds" }, query: ["page", "limit", "q"], ...berita },
                { path: "", title: "Ringkasan portal", resource: "portal" },
                {
                  path: "agenda-lama",
                  title: "Agenda lama",
                  deprecated: "2026-09-01",
                  sunset: "2027-09-01",
                  successor: "diskominfo/portal-publik/events"
                },
                {
                  path: "agenda-usang",
                  title: "Agenda usang",
                  deprecated: "2025-01-01",
                  sunset: "2025-09-01",
                  successor: "diskominfo/portal-publik/events"
                },
                { path: "arsip", title: "Arsip", deprecated: "2025-01-01", sunset: "2025-09-01" },
                ...more
              ]
            },
            { slug: "aset", title: "Aset", endpoints: [{ path: "gudang/ruang/rak", title: "Rak" }] }
          ]
        },
        {
          slug: "dinkes",
          name: "Dinas Kesehatan",
          server: dinkes,
          retries: 0,
          breaker,
          credential: { header: "X-Api-Key", env: "DINKES_KEY" },
          datasets: [
            {
              slug: "faskes",
              title: "Fasilitas kesehatan",
              endpoints: [
                { path: "klinik", title: "Klinik", fields: { "data[].telepon": "public" }, position: { lat: "tempat.y", lng: "tempat.x" } },
                { path: "pasien", title: "Pasien", private: true, cache: { fresh: "60 seconds" } }
              ]
            }
          ]
        }
      ],
      presets: [
        {
          slug: "ringkasan-kota",
          title: "Ringkasan kota",
          requests: [
            { alias: "agenda", opd: "diskominfo", dataset: "portal-publik", path: "events" },
            { alias: "klinik", opd: "dinkes", dataset: "faskes", path: "klinik" }
          ]
        },
        {
          slug: "campuran",
          title: "Publik dan privat",
          requests: [
            { alias: "klinik", opd: "dinkes", dataset: "faskes", path: "klinik" },
            { alias: "pasien", opd: "dinkes", dataset: "faskes", path: "pasien" }
          ]
        },
        {
          slug: "tertutup",
          title: "Privat",
          private: true,
          requests: [{ alias: "klinik", opd: "dinkes", dataset: "faskes", path: "klinik" }]
        }
      ]
    },
    null,
    2
  )

/** Every public scope of the city. */
export const publicScopes = [
  "diskominfo-events-get",
  "diskominfo-acara-get",
  "diskominfo-berita-get",
  "diskominfo-portal-get",
  "diskominfo-agenda-lama-get",
  "diskominfo-agenda-usang-get",
  "diskominfo-arsip-get",
  "diskominfo-rak-get",
  "dinkes-klinik-get",
  "preset-ringkasan-kota-get",
  "preset-campuran-get",
  "preset-tertutup-get"
] as const
