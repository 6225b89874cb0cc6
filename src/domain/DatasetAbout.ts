/** What an agency tells about a dataset beside its title: for people who decide whether it is what they need. */
import { Schema } from "effect"
import { Topic } from "./Topic.ts"

/** How often the agency brings its data up to date. */
export const frequencies = [
  "continuous",
  "hourly",
  "daily",
  "weekly",
  "monthly",
  "quarterly",
  "half-yearly",
  "yearly",
  "irregular"
] as const
export const Frequency = Schema.Literals(frequencies)
export type Frequency = typeof Frequency.Type
export const isFrequency = Schema.is(Frequency)

/** Characters of a line and of a text of several lines in the registry file. */
export const longestFileLine = 300
export const longestText = 2_000

const text = Schema.optionalKey(Schema.String)

export const DatasetAbout = Schema.Struct({
  titleEn: text,
  description: text,
  descriptionEn: text,
  topics: Schema.optionalKey(Schema.Array(Topic)),
  frequency: Schema.optionalKey(Frequency),
  /** First and last day that the data is of, ISO 8601; without a last day it goes on. */
  from: text,
  to: text,
  /** The area. */
  coverage: text,
  /** An office, never a person. */
  contact: text,
  email: text,
  /** Where the agency has it from. */
  source: text,
  /** On what terms it may be used, beside or instead of a license. */
  terms: text,
  /** Since when there is this dataset, ISO 8601. */
  published: text,
  /** What changed, by day. */
  changes: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
})
export type DatasetAbout = typeof DatasetAbout.Type

/** Latest first. */
export const changesOf = ({ changes = {} }: DatasetAbout): ReadonlyArray<readonly [day: string, note: string]> =>
  Object.entries(changes).toSorted(([one], [other]) => one < other ? 1 : -1)
