/** Where an endpoint's page is at the desk, and which endpoint an address means. */
import type { Endpoint } from "../../domain/Endpoint.ts"
import type { Desk } from "./DeskFrame.ts"

const queryOf = ({ path }: Endpoint): Readonly<Record<string, string>> => path === "" ? {} : { path }

/** @param more of the query */
export const endpointAddress = ({ at }: Desk, endpoint: Endpoint, more: Readonly<Record<string, string>> = {}): string =>
  at(`/titik-akses/${endpoint.dataset.slug}`, { ...queryOf(endpoint), ...more })

/** The same as a place to go to, in whatever language is chosen. */
export const endpointPath = (endpoint: Endpoint, more: Readonly<Record<string, string>> = {}): `/${string}` =>
  `/portal/opd/${endpoint.agency.slug}/titik-akses/${endpoint.dataset.slug}?${
    String(new URLSearchParams({ ...queryOf(endpoint), ...more }))
  }`

/** Where a form of the endpoint's page is sent. */
export const formAddress = (endpoint: Endpoint, form: "aturan" | "bidang" | "lupakan" | "keterangan"): `/${string}` =>
  `/${endpointPath(endpoint).slice(1).replace("?", `/${form}?`)}`

/** @param path of the query or of a form; absent: the dataset's root */
export const endpointOf = ({ endpoints, visit }: Desk, path: string | undefined): Endpoint | undefined =>
  endpoints.find((endpoint) => endpoint.dataset.slug === visit.params["dataset"] && endpoint.path === (path ?? ""))
