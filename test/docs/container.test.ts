/** What the image and the compose file say, which no container engine has tried here. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"

const docker = (name: string) => readFileSync(join(import.meta.dirname, "..", "..", "docker", name), "utf8")

describe("the image", () => {
  it("is restarted where it does not live, and never because it is not ready", () => {
    const [probe = ""] = /^HEALTHCHECK[\s\S]*?^(?=ENTRYPOINT)/m.exec(docker("Dockerfile")) ?? []
    assert.include(probe, "/health/live")
    for (const name of ["Dockerfile", "compose.yaml"]) assert.notInclude(docker(name), "/health/ready")
    assert.notInclude(docker("compose.yaml"), "healthcheck:")
  })
})
