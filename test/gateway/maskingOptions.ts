/** What an answer is masked with where a test says nothing else: an endpoint of a text, kept for all. */
import { AgencyAddresses } from "../../src/gateway/AgencyAddresses.ts"
import { Turns } from "../../src/gateway/Turns.ts"
import { makeAgency, makeRequest } from "../upstream/calling.ts"

const { endpoint } = makeRequest(makeAgency("http://127.0.0.1:1"))

export const maskingOptions = () => ({
  endpoint,
  attempts: 1,
  agencyStatus: 200,
  representation: "json" as const,
  pseudonymKey: undefined,
  nowMillis: 1_000_000,
  keeping: { isKept: true, onlyFor: "", freshMillis: Infinity },
  turns: new Turns(),
  own: { addresses: new AgencyAddresses(endpoint.agency, { endpoints: [] }, "https://gerbang.contoh.id"), secret: undefined }
})
