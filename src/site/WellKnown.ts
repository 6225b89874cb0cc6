/** Machine-readable ways in: RFC 8414 (authorization server), RFC 9728 (protected resource), RFC 9727 (API catalogue). */

/** The same at every endpoint that a client authenticates at. */
const clientAuthentication = ["client_secret_basic", "client_secret_post"]

/** @param scopes every scope there is */
export const authorizationServer = (publicUrl: string, scopes: ReadonlySet<string>) => ({
  issuer: publicUrl,
  token_endpoint: `${publicUrl}/oauth/token`,
  revocation_endpoint: `${publicUrl}/oauth/revoke`,
  introspection_endpoint: `${publicUrl}/oauth/introspect`,
  grant_types_supported: ["client_credentials"],
  response_types_supported: [],
  token_endpoint_auth_methods_supported: clientAuthentication,
  revocation_endpoint_auth_methods_supported: clientAuthentication,
  introspection_endpoint_auth_methods_supported: clientAuthentication,
  scopes_supported: [...scopes],
  service_documentation: `${publicUrl}/docs`
})

export const protectedResource = (publicUrl: string, scopes: ReadonlySet<string>) => ({
  resource: publicUrl,
  authorization_servers: [publicUrl],
  bearer_methods_supported: ["header"],
  scopes_supported: [...scopes],
  resource_documentation: `${publicUrl}/docs`
})

const openApiType = (version: string): string => `application/vnd.oai.openapi+json;version=${version}`

/** Descriptions of everything, or of one agency. */
const descriptions = (publicUrl: string, query: string) => ({
  "service-desc": [
    ...["3.1", "3.0"].map((version) => ({ href: `${publicUrl}/v4/export/openapi-${version}${query}`, type: openApiType(version) })),
    { href: `${publicUrl}/v4/export/postman-2.1${query}`, type: "application/json" }
  ]
})

/** A linkset (RFC 9264): the gateway's API, one API for each agency, and the descriptions of all of them. */
export const apiCatalog = (publicUrl: string, agencies: ReadonlyArray<{ readonly slug: string; readonly name: string }>) => {
  const gateway = `${publicUrl}/api/v4/gateway`
  const catalogue = `${publicUrl}/v4/gateway`
  const whole = descriptions(publicUrl, "")
  return {
    linkset: [
      {
        anchor: `${publicUrl}/.well-known/api-catalog`,
        item: [
          { href: catalogue, type: "application/json" },
          ...agencies.map(({ name, slug }) => ({ href: `${catalogue}/${slug}`, type: "application/json", title: name }))
        ]
      },
      {
        anchor: gateway,
        "service-desc": [{ href: `${publicUrl}/openapi.json`, type: openApiType("3.1") }, ...whole["service-desc"]],
        "service-doc": [{ href: `${publicUrl}/docs`, type: "text/html" }],
        "service-meta": [{ href: catalogue, type: "application/json" }, {
          href: `${publicUrl}/v4/export/dcat-3`,
          type: "application/ld+json"
        }],
        status: [{ href: `${publicUrl}/portal/status`, type: "application/json" }, {
          href: `${publicUrl}/v4/front/ringkasan`,
          type: "application/json"
        }]
      },
      ...agencies.map(({ slug }) => ({
        anchor: `${gateway}/${slug}`,
        ...descriptions(publicUrl, `?opd=${slug}`),
        "service-doc": [{ href: `${catalogue}/${slug}`, type: "text/html" }],
        "service-meta": [{ href: `${publicUrl}/v4/export/dcat-3?opd=${slug}`, type: "application/ld+json" }],
        status: [{ href: `${publicUrl}/portal/status/${slug}`, type: "application/json" }]
      }))
    ]
  }
}
