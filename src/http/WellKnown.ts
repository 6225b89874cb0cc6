/** Machine-readable ways in: RFC 8414 (authorization server), RFC 9728 (protected resource), RFC 9727 (API catalogue). */

/** @param scopes every scope there is */
export const authorizationServer = (publicUrl: string, scopes: ReadonlySet<string>) => ({
  issuer: publicUrl,
  token_endpoint: `${publicUrl}/oauth/token`,
  grant_types_supported: ["client_credentials"],
  response_types_supported: [],
  token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
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

/** A linkset (RFC 9264) with the gateway's API and its descriptions. */
export const apiCatalog = (publicUrl: string) => ({
  linkset: [{
    anchor: `${publicUrl}/api/v4/gateway`,
    "service-desc": [{ href: `${publicUrl}/openapi.json`, type: "application/vnd.oai.openapi+json;version=3.1" }],
    "service-doc": [{ href: `${publicUrl}/docs`, type: "text/html" }],
    "service-meta": [{ href: `${publicUrl}/v4/gateway`, type: "application/json" }],
    status: [{ href: `${publicUrl}/v4/front/ringkasan`, type: "application/json" }]
  }]
})
