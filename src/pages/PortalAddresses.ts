/** Where the portal is and which addresses it has: these are filled by `PortalRouter`, as pages and forms are declared. */
import { Context, Layer } from "effect"
import { routePattern } from "../domain/RoutePattern.ts"

export interface PortalSite {
  readonly publicUrl: string
  /** The city's. */
  readonly timeZone: string
  readonly declare: (method: "GET" | "POST", path: string) => void
  /** The path is no page of the portal's, though it begins as they do: what no route answers there is the public application's. */
  readonly leave: (path: string) => void
  readonly isLeft: (path: string) => boolean
  /** The methods of a path; none where nothing is there. */
  readonly methodsOf: (path: string) => ReadonlyArray<string>
}

export class PortalAddresses extends Context.Service<PortalAddresses, PortalSite>()("gapura/pages/PortalAddresses") {
  static readonly layer = ({ publicUrl, timeZone }: Pick<PortalSite, "publicUrl" | "timeZone">): Layer.Layer<PortalAddresses> =>
    Layer.sync(PortalAddresses, () => {
      const declared: Array<{ readonly method: "GET" | "POST"; readonly pattern: RegExp }> = []
      const left: Array<RegExp> = []
      return {
        publicUrl,
        timeZone,
        declare: (method, path) => void declared.push({ method, pattern: routePattern(path) }),
        leave: (path) => void left.push(routePattern(path)),
        isLeft: (path) => left.some((pattern) => pattern.test(path)),
        methodsOf: (path) => {
          const methods = new Set<string>(declared.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
          if (methods.has("GET")) methods.add("HEAD")
          if (methods.size > 0) methods.add("OPTIONS")
          return [...methods]
        }
      }
    })
}
