/** A route's path, with `:name` and `*` in it, as a pattern over a path without doubled slashes. */
export const routePattern = (path: string): RegExp => {
  const segments = path.split("/").map((segment) => {
    if (segment === "*") return ".*"
    return segment.startsWith(":") ? "[^/]+" : segment.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  })
  return new RegExp(`^${segments.join("/")}/?$`, "i")
}
