/** Route templates (`opd/dataset/:id`) as URI templates (RFC 6570): `opd/dataset/{id}`. */
import { gatewayPrefix } from "./Address.ts"

const parameter = /(^|\/):([A-Za-z0-9_]+)/g

export const uriTemplate = (route: string): string => route.replaceAll(parameter, "$1{$2}")

/** Whether a route has parameters, so that its template is no address yet. */
export const isTemplated = (route: string): boolean => route.search(parameter) !== -1

/** The header that leads to the endpoint that replaces another: `Link`, or `Link-Template` (RFC 9652) where it has parameters. */
export const successorHeader = (successor: string, publicUrl: string): Readonly<Record<string, string>> => {
  const target = `${publicUrl}${gatewayPrefix}/${uriTemplate(successor)}`
  return isTemplated(successor)
    ? { "link-template": `"${target}"; rel="successor-version"` }
    : { link: `<${target}>; rel="successor-version"` }
}
