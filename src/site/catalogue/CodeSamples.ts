/** One request in four languages, ready to be copied: nothing but what each has at hand. */

interface CodeSample {
  readonly name: string
  readonly code: string
}

/** For a POSIX shell, and for PHP's single quotes. */
const shell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
const php = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`

/** The token is read from the environment, so that no code that is copied holds one. */
export const codeSamples = (url: string): ReadonlyArray<CodeSample> => [
  {
    name: "curl",
    code: `curl -H "Authorization: Bearer $TOKEN" \\\n  -H 'Accept: application/json' \\\n  -H 'Content-Type: application/json' \\\n  ${
      shell(url)
    }`
  },
  {
    name: "JavaScript",
    code: `import { env } from "node:process"

const response = await fetch(${JSON.stringify(url)}, {
  headers: { Authorization: \`Bearer \${env.TOKEN}\`, Accept: "application/json" }
})
const answer = await response.json()
if (!response.ok) throw new Error(\`\${answer.code}: \${answer.detail}\`)
console.log(answer.data)`
  },
  {
    name: "Python",
    code: `import json, os, urllib.request

request = urllib.request.Request(
    ${JSON.stringify(url)},
    headers={"Authorization": f"Bearer {os.environ['TOKEN']}", "Accept": "application/json"},
)
with urllib.request.urlopen(request) as response:
    answer = json.load(response)
print(answer["data"])`
  },
  {
    name: "PHP",
    code: `<?php
$context = stream_context_create(['http' => [
    'header' => ['Authorization: Bearer ' . getenv('TOKEN'), 'Accept: application/json'],
    'ignore_errors' => true,
]]);
$answer = json_decode(file_get_contents(${php(url)}, false, $context), true);
print_r($answer['data'] ?? $answer);`
  }
]
