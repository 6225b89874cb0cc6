/** Prometheus's own checker of rules and metrics: tests that need it are left out where it is not installed, and say so. */
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"

export const promtool: string | undefined = (process.env["PATH"] ?? "").split(delimiter).map((directory) => join(directory, "promtool"))
  .find((path) => existsSync(path))

if (promtool === undefined) {
  console.warn("promtool is not installed (Debian: prometheus): the tests of alert rules and of the metrics' format are left out")
}
