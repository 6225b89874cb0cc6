/** One request in six languages, ready to be copied: nothing but what each has at hand, and in R its usual library. */

/** A field of a form; a secret one is read from the environment like every token, so that no code that is copied holds one. */
type Field = readonly [name: string, value: string | { readonly env: string }]

export interface SampledRequest {
  readonly url: string
  /** Who asks: somebody with a token, a client with its secret, or anybody. */
  readonly as: "token" | "client" | "anybody"
  /** Of a POST: a document of JSON, or a form. */
  readonly body?: { readonly json: string } | { readonly form: ReadonlyArray<Field> }
  /** Whether an envelope answers, of which `data` is printed; the whole text otherwise. */
  readonly envelope: boolean
}

export interface CodeSample {
  readonly name: string
  readonly code: string
}

interface Asked extends Omit<SampledRequest, "body"> {
  readonly json: string | undefined
  readonly form: ReadonlyArray<Field> | undefined
}

type Write = (asked: Asked) => string

const shell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
/** Of JavaScript, Python, Go and R: text in double quotes means the same to all of them as to JSON. */
const quoted = (text: string): string => JSON.stringify(text)
const php = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`

const present = (...lines: ReadonlyArray<string | false>): string => lines.filter((line) => line !== false).join("\n")
const pairs = (form: ReadonlyArray<Field>, pair: (name: string, value: Field[1]) => string): string =>
  form.map(([name, value]) => pair(name, value)).join(", ")

const curl: Write = ({ as, form, json, url }) =>
  [
    "curl",
    ...(as === "token" ? ["-H \"Authorization: Bearer $TOKEN\""] : []),
    ...(as === "client" ? ["-u \"$CLIENT_ID:$CLIENT_SECRET\""] : []),
    ...(as === "token" ? ["-H 'Accept: application/json'", "-H 'Content-Type: application/json'"] : []),
    ...(json === undefined ? [] : [`--data ${shell(json)}`]),
    ...(form ?? []).map(([name, value]) =>
      typeof value === "string" ? `--data-urlencode ${shell(`${name}=${value}`)}` : `--data-urlencode "${name}=$${value.env}"`
    ),
    shell(url)
  ].join(" \\\n  ")

const javaScript: Write = ({ as, envelope, form, json, url }) => {
  const authorization = as === "token"
    ? "`Bearer ${env.TOKEN}`"
    : "`Basic ${btoa(`${env.CLIENT_ID}:${env.CLIENT_SECRET}`)}`"
  const headers = [
    ...(as === "anybody" ? [] : [`Authorization: ${authorization}`]),
    ...(json === undefined ? [] : ["\"Content-Type\": \"application/json\""]),
    "Accept: \"application/json\""
  ].join(", ")
  const fields = pairs(form ?? [], (name, value) => `${name}: ${typeof value === "string" ? quoted(value) : `env.${value.env}`}`)
  const isPost = json !== undefined || form !== undefined
  return present(
    as !== "anybody" && "import { env } from \"node:process\"\n",
    `const response = await fetch(${quoted(url)}, {`,
    isPost && "  method: \"POST\",",
    `  headers: { ${headers} }${isPost ? "," : ""}`,
    json !== undefined && `  body: JSON.stringify(${json.replaceAll("\n", "\n  ")})`,
    form !== undefined && `  body: new URLSearchParams({ ${fields} })`,
    "})",
    envelope && "const answer = await response.json()",
    envelope
      ? "if (!response.ok) throw new Error(`${answer.code}: ${answer.detail}`)\nconsole.log(answer.data)"
      : "console.log(response.status, await response.text())"
  )
}

const python: Write = ({ as, envelope, form, json, url }) => {
  const authorization = as === "token"
    ? "f\"Bearer {os.environ['TOKEN']}\""
    : "\"Basic \" + base64.b64encode(f\"{os.environ['CLIENT_ID']}:{os.environ['CLIENT_SECRET']}\".encode()).decode()"
  const fields = pairs(
    form ?? [],
    (name, value) => `${quoted(name)}: ${typeof value === "string" ? quoted(value) : `os.environ[${quoted(value.env)}]`}`
  )
  const modules = [
    ...(as === "client" ? ["base64"] : []),
    ...(envelope ? ["json"] : []),
    ...(as === "anybody" ? [] : ["os"]),
    ...(form === undefined ? [] : ["urllib.parse"]),
    "urllib.request"
  ]
  return present(
    `import ${modules.join(", ")}\n`,
    "request = urllib.request.Request(",
    `    ${quoted(url)},`,
    json !== undefined && `    data="""${json.replaceAll("\\", "\\\\")}""".encode(),`,
    form !== undefined && `    data=urllib.parse.urlencode({${fields}}).encode(),`,
    "    headers={",
    as !== "anybody" && `        "Authorization": ${authorization},`,
    json !== undefined && "        \"Content-Type\": \"application/json\",",
    "        \"Accept\": \"application/json\",",
    "    },",
    ")",
    "with urllib.request.urlopen(request) as response:",
    envelope ? "    print(json.load(response)[\"data\"])" : "    print(response.read().decode())"
  )
}

const phpCode: Write = ({ as, envelope, form, json, url }) => {
  const authorization = as === "token"
    ? "'Authorization: Bearer ' . getenv('TOKEN')"
    : "'Authorization: Basic ' . base64_encode(getenv('CLIENT_ID') . ':' . getenv('CLIENT_SECRET'))"
  const type = json !== undefined ? "application/json" : form !== undefined ? "application/x-www-form-urlencoded" : undefined
  const fields = pairs(
    form ?? [],
    (name, value) => `${php(name)} => ${typeof value === "string" ? php(value) : `getenv(${php(value.env)})`}`
  )
  const headers = [
    ...(as === "anybody" ? [] : [authorization]),
    ...(type === undefined ? [] : [php(`Content-Type: ${type}`)]),
    "'Accept: application/json'"
  ].join(", ")
  return present(
    "<?php",
    "$context = stream_context_create(['http' => [",
    type !== undefined && "    'method' => 'POST',",
    `    'header' => [${headers}],`,
    json !== undefined && `    'content' => ${php(json)},`,
    form !== undefined && `    'content' => http_build_query([${fields}]),`,
    "    'ignore_errors' => true,",
    "]]);",
    envelope
      ? `$answer = json_decode(file_get_contents(${php(url)}, false, $context), true);\nprint_r($answer['data'] ?? $answer);`
      : `echo file_get_contents(${php(url)}, false, $context);`
  )
}

const go: Write = ({ as, envelope, form, json, url }) => {
  const environment = (name: string): string => `os.Getenv(${quoted(name)})`
  const fields = pairs(
    form ?? [],
    (name, value) => `${quoted(name)}: {${typeof value === "string" ? quoted(value) : environment(value.env)}}`
  )
  const body = json !== undefined
    ? `strings.NewReader(${json.includes("`") ? quoted(json) : `\`${json}\``})`
    : form !== undefined
    ? `strings.NewReader(url.Values{${fields}}.Encode())`
    : "nil"
  const type = json !== undefined ? "application/json" : "application/x-www-form-urlencoded"
  const modules = [
    ...(envelope ? ["encoding/json", "fmt"] : ["io"]),
    "net/http",
    ...(form === undefined ? [] : ["net/url"]),
    ...(as !== "anybody" || !envelope ? ["os"] : []),
    ...(body === "nil" ? [] : ["strings"])
  ]
  const orPanic = "\tif err != nil {\n\t\tpanic(err)\n\t}"
  return present(
    `package main\n\nimport (\n${modules.map((name) => `\t"${name}"`).join("\n")}\n)\n`,
    "func main() {",
    `\trequest, err := http.NewRequest("${body === "nil" ? "GET" : "POST"}", ${quoted(url)}, ${body})`,
    orPanic,
    as === "token" && `\trequest.Header.Set("Authorization", "Bearer "+${environment("TOKEN")})`,
    as === "client" && `\trequest.SetBasicAuth(${environment("CLIENT_ID")}, ${environment("CLIENT_SECRET")})`,
    body !== "nil" && `\trequest.Header.Set("Content-Type", "${type}")`,
    "\trequest.Header.Set(\"Accept\", \"application/json\")",
    "\tresponse, err := http.DefaultClient.Do(request)",
    orPanic,
    "\tdefer response.Body.Close()",
    envelope
      ? "\tvar answer map[string]any\n\tif err := json.NewDecoder(response.Body).Decode(&answer); err != nil {\n\t\tpanic(err)\n\t}\n"
        + "\tfmt.Println(response.Status, answer[\"data\"])"
      : "\tio.Copy(os.Stdout, response.Body)",
    "}"
  )
}

const rCode: Write = ({ as, envelope, form, json, url }) => {
  const fields = pairs(
    form ?? [],
    (name, value) => `${name} = ${typeof value === "string" ? quoted(value) : `Sys.getenv(${quoted(value.env)})`}`
  )
  const steps = [
    `request(${quoted(url)})`,
    ...(as === "token" ? ["req_auth_bearer_token(Sys.getenv(\"TOKEN\"))"] : []),
    ...(as === "client" ? ["req_auth_basic(Sys.getenv(\"CLIENT_ID\"), Sys.getenv(\"CLIENT_SECRET\"))"] : []),
    "req_headers(Accept = \"application/json\")",
    ...(json === undefined ? [] : [`req_body_raw(${quoted(json.replaceAll(/\s*\n\s*/g, " "))}, type = "application/json")`]),
    ...(form === undefined ? [] : [`req_body_form(${fields})`]),
    "req_perform()",
    envelope ? "resp_body_json()" : "resp_body_string()"
  ]
  return present("library(httr2)\n", `answer <- ${steps.join(" |>\n  ")}`, envelope ? "str(answer$data)" : "cat(answer)")
}

const languages: ReadonlyArray<readonly [name: string, write: Write]> = [
  ["curl", curl],
  ["JavaScript", javaScript],
  ["Python", python],
  ["PHP", phpCode],
  ["Go", go],
  ["R", rCode]
]

export const codeSamples = ({ body, ...request }: SampledRequest): ReadonlyArray<CodeSample> => {
  const asked = {
    ...request,
    json: body !== undefined && "json" in body ? body.json : undefined,
    form: body !== undefined && "form" in body ? body.form : undefined
  }
  return languages.map(([name, write]) => ({ name, code: write(asked) }))
}
