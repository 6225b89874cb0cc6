/**
 * fast-check, with one seed for all: a run of the tests can be repeated, on every machine. `PROPERTY_SEED` names
 * another; `PROPERTY_SEED=random` looks where no run has looked yet.
 *
 * Gotcha: tests import it from here, never from the package.
 */
import fc from "fast-check"

const named = process.env["PROPERTY_SEED"]
if (named !== "random" && named !== undefined && !/^-?\d+$/.test(named)) {
  throw new Error(`PROPERTY_SEED is "${named}": an integer or "random" was expected`)
}

if (named !== "random") fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(named ?? 1) })

export default fc
