/** The product's version, as the command line and telemetry report it. */
export const version = "4.0.0"
