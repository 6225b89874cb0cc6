/**
 * The Kubernetes manifests against as much of its API as they use, strict about every key: what an API server would drop or refuse
 * fails here. And against each other, for no cluster reads them here.
 */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { parse } from "yaml"
import { productVersion } from "../../src/domain/Version.ts"

const read = (name: string): string => readFileSync(resolve(import.meta.dirname, "../../docker/kubernetes", name), "utf8")

const Name = Schema.String.check(Schema.isPattern(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/))
const Port = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 65_535 }))
const Positive = Schema.Int.check(Schema.isGreaterThan(0))
const Quantity = Schema.String.check(Schema.isPattern(/^\d+(?:m|Ki|Mi|Gi)?$/))
const Labels = Schema.Record(Schema.String, Schema.String)
const Selector = Schema.Struct({ matchLabels: Schema.optionalKey(Labels) })
const Metadata = Schema.Struct({ name: Name })

const manifest = <V extends string, K extends string, S extends Schema.Struct.Fields>(apiVersion: V, kind: K, spec: S) =>
  Schema.Struct({ apiVersion: Schema.Literal(apiVersion), kind: Schema.Literal(kind), metadata: Metadata, spec: Schema.Struct(spec) })

const Probe = Schema.Struct({
  httpGet: Schema.Struct({ path: Schema.String, port: Name }),
  periodSeconds: Positive,
  timeoutSeconds: Schema.optionalKey(Positive),
  failureThreshold: Positive
})
const Container = Schema.Struct({
  name: Name,
  image: Schema.String,
  envFrom: Schema.Array(Schema.Struct({ configMapRef: Metadata })),
  ports: Schema.Array(Schema.Struct({ name: Name, containerPort: Port })),
  startupProbe: Probe,
  livenessProbe: Probe,
  readinessProbe: Probe,
  resources: Schema.Struct({
    requests: Schema.Struct({ cpu: Quantity, memory: Quantity }),
    limits: Schema.Struct({ memory: Quantity })
  }),
  securityContext: Schema.Struct({
    allowPrivilegeEscalation: Schema.Literal(false),
    readOnlyRootFilesystem: Schema.Literal(true),
    capabilities: Schema.Struct({ drop: Schema.Tuple([Schema.Literal("ALL")]) })
  }),
  volumeMounts: Schema.Array(Schema.Struct({ name: Name, mountPath: Schema.String, readOnly: Schema.optionalKey(Schema.Boolean) }))
})
const Volume = Schema.Union([
  Schema.Struct({ name: Name, emptyDir: Schema.Struct({ sizeLimit: Quantity }) }),
  Schema.Struct({ name: Name, configMap: Metadata }),
  Schema.Struct({ name: Name, secret: Schema.Struct({ secretName: Name, defaultMode: Schema.Int }) })
])
const Deployment = manifest("apps/v1", "Deployment", {
  replicas: Positive,
  strategy: Schema.Struct({
    type: Schema.Literal("RollingUpdate"),
    rollingUpdate: Schema.Struct({ maxSurge: Schema.Int, maxUnavailable: Schema.Int })
  }),
  template: Schema.Struct({
    metadata: Schema.Struct({ annotations: Labels }),
    spec: Schema.Struct({
      automountServiceAccountToken: Schema.Literal(false),
      enableServiceLinks: Schema.Literal(false),
      terminationGracePeriodSeconds: Positive,
      topologySpreadConstraints: Schema.Array(Schema.Struct({
        maxSkew: Positive,
        topologyKey: Schema.String,
        whenUnsatisfiable: Schema.Literals(["DoNotSchedule", "ScheduleAnyway"]),
        labelSelector: Selector
      })),
      securityContext: Schema.Struct({
        runAsNonRoot: Schema.Literal(true),
        runAsUser: Positive,
        runAsGroup: Positive,
        fsGroup: Positive,
        seccompProfile: Schema.Struct({ type: Schema.Literal("RuntimeDefault") })
      }),
      containers: Schema.Tuple([Container]),
      volumes: Schema.Array(Volume)
    })
  })
})
const Service = manifest("v1", "Service", { ports: Schema.Array(Schema.Struct({ name: Name, port: Port, targetPort: Name })) })
const DisruptionBudget = manifest("policy/v1", "PodDisruptionBudget", { minAvailable: Positive })
const Autoscaler = manifest("autoscaling/v2", "HorizontalPodAutoscaler", {
  scaleTargetRef: Schema.Struct({ apiVersion: Schema.Literal("apps/v1"), kind: Schema.Literal("Deployment"), name: Name }),
  minReplicas: Positive,
  maxReplicas: Positive,
  metrics: Schema.Array(Schema.Struct({
    type: Schema.Literal("Resource"),
    resource: Schema.Struct({
      name: Schema.Literals(["cpu", "memory"]),
      target: Schema.Struct({ type: Schema.Literal("Utilization"), averageUtilization: Positive })
    })
  })),
  behavior: Schema.Struct({ scaleDown: Schema.Struct({ stabilizationWindowSeconds: Positive }) })
})
const Peer = Schema.Union([
  Schema.Struct({ namespaceSelector: Selector }),
  Schema.Struct({ ipBlock: Schema.Struct({ cidr: Schema.String, except: Schema.Array(Schema.String) }) })
])
const PolicyPort = Schema.Struct({ port: Schema.Union([Name, Port]), protocol: Schema.optionalKey(Schema.Literals(["TCP", "UDP"])) })
const NetworkPolicy = manifest("networking.k8s.io/v1", "NetworkPolicy", {
  podSelector: Selector,
  policyTypes: Schema.Array(Schema.Literals(["Ingress", "Egress"])),
  ingress: Schema.Array(Schema.Struct({ from: Schema.Array(Peer), ports: Schema.Array(PolicyPort) })),
  egress: Schema.Array(Schema.Struct({ to: Schema.Array(Peer), ports: Schema.optionalKey(Schema.Array(PolicyPort)) }))
})
const Kustomization = Schema.Struct({
  apiVersion: Schema.Literal("kustomize.config.k8s.io/v1beta1"),
  kind: Schema.Literal("Kustomization"),
  namespace: Name,
  labels: Schema.Array(Schema.Struct({ pairs: Labels, includeSelectors: Schema.Boolean })),
  resources: Schema.Array(Schema.String),
  configMapGenerator: Schema.Array(
    Schema.Struct({
      name: Name,
      literals: Schema.optionalKey(Schema.Array(Schema.String)),
      files: Schema.optionalKey(Schema.Array(Schema.String))
    })
  ),
  images: Schema.Array(Schema.Struct({ name: Name, newName: Schema.String, newTag: Schema.String }))
})

const decoded = <A>(schema: Schema.Decoder<A>, text: string): A =>
  Schema.decodeUnknownSync(schema)(parse(text), { onExcessProperty: "error" })

describe("docker/kubernetes", () => {
  const deployment = decoded(Deployment, read("deployment.yaml"))
  const service = decoded(Service, read("service.yaml"))
  const budget = decoded(DisruptionBudget, read("disruption-budget.yaml"))
  const autoscaler = decoded(Autoscaler, read("autoscaler.yaml"))
  const policy = decoded(NetworkPolicy, read("network-policy.yaml"))
  const kustomization = decoded(Kustomization, read("kustomization.yaml"))
  const pod = deployment.spec.template.spec
  const [container] = pod.containers
  const ports = container.ports.map(({ name }) => name)

  it("is refused where a key is misspelt, or has the wrong type", () => {
    const text = read("deployment.yaml")
    for (
      const [from, to] of [["replicas: 3", "replicas: drei"], ["livenessProbe", "livenesProbe"], [
        "readOnlyRootFilesystem: true",
        "readOnlyRootFilesystem: false"
      ]] as const
    ) {
      assert.throws(() => decoded(Deployment, text.replace(from, to)))
    }
  })

  it("runs the image of this version, as the image's own user", () => {
    assert.deepStrictEqual(kustomization.images.map(({ name, newTag }) => [name, newTag]), [[container.image, productVersion]])
    const { fsGroup, runAsGroup, runAsUser } = pod.securityContext
    const user = readFileSync(resolve(import.meta.dirname, "../../docker/Dockerfile"), "utf8").match(/^USER (.+)$/m)?.[1]
    assert.deepStrictEqual([`${runAsUser}:${runAsGroup}`, fsGroup], [user, runAsGroup])
  })

  it("leads service, policy and autoscaler to what the deployment has", () => {
    assert.includeMembers(ports, service.spec.ports.map(({ targetPort }) => targetPort))
    assert.includeMembers(ports, policy.spec.ingress.flatMap((rule) => rule.ports).map(({ port }) => String(port)))
    assert.strictEqual(autoscaler.spec.scaleTargetRef.name, deployment.metadata.name)
    assert.deepStrictEqual(
      pod.topologySpreadConstraints.map(({ labelSelector }) => labelSelector.matchLabels),
      kustomization.labels.map(({ pairs }) => pairs)
    )
  })

  it("keeps gateways while nodes are emptied, and lets one go at a time", () => {
    assert.isBelow(budget.spec.minAvailable, autoscaler.spec.minReplicas)
    assert.strictEqual(deployment.spec.replicas, autoscaler.spec.minReplicas)
    assert.deepStrictEqual(deployment.spec.strategy.rollingUpdate, { maxSurge: 1, maxUnavailable: 0 })
  })

  it("takes every secret from the one that its header tells how to make, and every configuration from a generated one", () => {
    const given = [...read("kustomization.yaml").matchAll(/--from-file=([\w-]+)/g)].map(([, name]) => name)
    const mounted = container.volumeMounts.find(({ name }) => name === "secrets")?.mountPath ?? ""
    const settings = kustomization.configMapGenerator.flatMap(({ literals = [] }) => literals)
    const named = settings.filter((literal) => literal.includes(`=${mounted}/`)).map((literal) => literal.split(`${mounted}/`)[1])
    assert.sameMembers(named, given)
    const generated = kustomization.configMapGenerator.map(({ name }) => name)
    const used = pod.volumes.flatMap((volume) => "configMap" in volume ? [volume.configMap.name] : [])
    assert.sameMembers([...used, ...container.envFrom.map(({ configMapRef }) => configMapRef.name)], generated)
  })
})
