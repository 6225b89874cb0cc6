/** Exports in the tools that they are for. Apart from the tests, whose install is light: `npm run proofs` installs the tools. */
import { defineConfig } from "vitest/config"

export default defineConfig({
  test: { include: ["test/proofs/**/*.proof.ts"], testTimeout: 120_000, fileParallelism: false }
})
