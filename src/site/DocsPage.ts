/** The gateway's own reference, rendered from its OpenAPI document. */
import { lifetimeWords, type Limits } from "../domain/Limits.ts"
import { type Html, html, withCode } from "../pages/Html.ts"
import type { OpenApiDocument } from "./OpenApiDocument.ts"
import type { Operation } from "./Operation.ts"

const operationSection = (path: string, method: string, operation: Operation): Html =>
  html`<section><h3><code>${method.toUpperCase()} ${path}</code></h3><p>${operation.summary ?? ""}</p>${
    operation.description === undefined ? "" : html`<p class="soft">${withCode(operation.description)}</p>`
  }${(operation.security ?? []).length > 0 ? html`<p><span class="tag private">Bearer</span></p>` : ""}${
    (operation.parameters ?? []).length === 0
      ? ""
      : html`<ul>${
        (operation.parameters ?? []).map((parameter) =>
          html`<li><code>${parameter.name}</code> <span class="soft">${parameter.in}${
            parameter.required === true ? ", required" : ""
          }</span> ${parameter.description ?? ""}</li>`
        )
      }</ul>`
  }<p class="soft">Answers: ${Object.keys(operation.responses ?? {}).map((status) => html`<code>${status}</code> `)}</p></section>`

export const docsPage = (document: OpenApiDocument, { publicUrl, ...limits }: Limits & { readonly publicUrl: string }): Html => {
  const tags = new Map<string, Array<Html>>()
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const tag = operation.tags?.[0] ?? "other"
      tags.set(tag, [...(tags.get(tag) ?? []), operationSection(path, method, operation)])
    }
  }
  return html`<div lang="en"><h1>API reference</h1>
    <p>Every data route answers one JSON envelope and needs a Bearer token with the endpoint's scope. Scopes and addresses are in the <a
      href="/v4/gateway">catalogue</a>, what errors mean in <a href="/problems">the list of errors</a>, the machine-readable document at <a
      href="/openapi.json">/openapi.json</a>.</p>
    <pre><code>curl -H "Authorization: Bearer $TOKEN" ${publicUrl}/api/v4/gateway/{opd}/{dataset}/{path}
curl -d grant_type=client_credentials -d client_id=$ID -d client_secret=$SECRET -d scope='*' ${publicUrl}/oauth/token</code></pre>
    <p>${limits.rateLimit} requests per token in any 60 seconds, and a token lives ${
    lifetimeWords(limits).en
  }; see <code>RateLimit</code> on every answer.</p>${[...tags].map(([tag, sections]) => html`<h2>${tag}</h2>${sections}`)}</div>`
}
