/** Why a token is not issued, or not rotated. */
import { Schema } from "effect"

/** No such application, or it or its owner is disabled. */
export class UnknownApplication extends Schema.TaggedError<UnknownApplication>()("UnknownApplication", {
  application: Schema.String
}, { httpApiStatus: 404 }) {
  override get message(): string {
    return `there is no active application named ${JSON.stringify(this.application)}`
  }
}

/** The application has selected its scopes, and this is none of them. */
export class ScopeNotSelected extends Schema.TaggedError<ScopeNotSelected>()("ScopeNotSelected", {
  application: Schema.String,
  scope: Schema.String
}, { httpApiStatus: 403 }) {
  override get message(): string {
    return `the application ${JSON.stringify(this.application)} has not selected the scope ${this.scope}`
  }
}

/** Tokens for rehearsals that an application may have at once. */
export const mostRehearsals = 10

/** The application has as many tokens for rehearsals as it may. */
export class TooManyRehearsals extends Schema.TaggedError<TooManyRehearsals>()("TooManyRehearsals", {
  application: Schema.String
}, { httpApiStatus: 409 }) {
  override get message(): string {
    return `the application ${
      JSON.stringify(this.application)
    } has ${mostRehearsals} tokens of kind latihan, which is all it may: revoke one`
  }
}

/** A rotated token goes on with its bucket, so rotating gains nobody a call; more than these an hour is a loop gone wrong. */
export const rotationsPerHour = 6

/** The application has rotated as many tokens as it may for now. */
export class RotatedTooOften extends Schema.TaggedError<RotatedTooOften>()("RotatedTooOften", {
  application: Schema.String,
  /** Until it may rotate the next one. */
  waitSeconds: Schema.Int
}, { httpApiStatus: 429 }) {
  override get message(): string {
    return `the application ${
      JSON.stringify(this.application)
    } has rotated ${rotationsPerHour} tokens within the last hour, which is all it may; it can rotate the next one in ${
      Math.ceil(this.waitSeconds / 60)
    } minutes`
  }
}

/**
 * The token that was to be rotated is unknown, dead, another application's, has one in its place already, or was not issued to the
 * application itself.
 */
export class NotRotatable extends Schema.TaggedError<NotRotatable>()("NotRotatable", { tokenId: Schema.String }, { httpApiStatus: 404 }) {
  override get message(): string {
    return `${JSON.stringify(this.tokenId)} is no valid token that was issued to the application itself`
  }
}
