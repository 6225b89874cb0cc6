/** The one JSON envelope of every data route, as schemas for `api/` (docs/contract.md, section 3). The gateway writes it as bytes. */
import { Schema } from "effect"
import { copyResults } from "./CacheResult.ts"
import { linkagePolicies } from "./Linkage.ts"
import { ProblemDetails } from "./ProblemDetails.ts"
import { contractVersion } from "./Version.ts"

/** `status` of an envelope, and of an entry that has none. */
export const entryStatus = { success: "success", error: "error" } as const

/** Indonesian success message of every envelope. */
export const successMessage = "Data berhasil diambil"

export const Meta = Schema.StructWithRest(
  Schema.Struct({
    version: Schema.Literal(contractVersion),
    agency: Schema.optionalKey(Schema.String),
    dataset: Schema.optionalKey(Schema.String),
    /** ISO 8601: when the agency was read. */
    generatedAt: Schema.String,
    /** How many values were masked. */
    masked: Schema.Int,
    /** Of an aggregate's entry: where it came from, if not from the agency just now. */
    cache: Schema.optionalKey(Schema.Literals(copyResults)),
    /** Of an aggregate's entry that has `cache`: whole seconds since its copy was stored. */
    age: Schema.optionalKey(Schema.Int)
  }),
  [Schema.Record(Schema.String, Schema.Unknown)]
)

export const Envelope = Schema.Struct({
  status: Schema.Literal(entryStatus.success),
  message: Schema.String,
  data: Schema.Unknown,
  meta: Meta
}).annotate({ identifier: "Envelope" })

/** One entry of an aggregate or preset: what its own route would have answered. */
export const AggregateEntry = Schema.Union([
  Envelope,
  Schema.Struct({
    status: Schema.Literal(entryStatus.error),
    httpStatus: Schema.Int,
    problem: ProblemDetails
  })
]).annotate({ identifier: "AggregateEntry" })

export const AggregateEnvelope = Schema.Struct({
  status: Schema.Literal(entryStatus.success),
  message: Schema.String,
  data: Schema.Union([Schema.Record(Schema.String, AggregateEntry), Schema.Array(AggregateEntry)]),
  meta: Schema.Struct({
    version: Schema.Literal(contractVersion),
    preset: Schema.optionalKey(Schema.String),
    generatedAt: Schema.String,
    masked: Schema.Int,
    total: Schema.Int,
    succeeded: Schema.Int,
    failed: Schema.Int,
    /** Masked rows that can be joined across entries, where there are any. */
    masking: Schema.optionalKey(Schema.Struct({
      linkable: Schema.Int,
      between: Schema.Array(Schema.Array(Schema.String)),
      by: Schema.Array(Schema.String),
      policy: Schema.Literals(linkagePolicies),
      warning: Schema.String
    }))
  })
}).annotate({ identifier: "AggregateEnvelope" })
