/** Which version this is: of the contract, and of the product that keeps it. `package.json` has the latter once more, for npm. */

/** `meta.version` of every answer. */
export const contractVersion = "4.0"

/** What the command line, telemetry and documents report. */
export const productVersion = `${contractVersion}.0` as const
