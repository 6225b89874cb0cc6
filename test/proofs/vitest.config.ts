/** Exports in their tools, and the fleet. Apart from the tests, whose install is light: `npm run proofs` installs the tools. */
import { defineConfig } from "vitest/config"

export default defineConfig({
  // A demo city starts before a proof does, beside whatever else the machine does: slow is not wrong.
  test: { include: ["test/proofs/**/*.proof.ts"], hookTimeout: 600_000, testTimeout: 240_000, fileParallelism: false }
})
