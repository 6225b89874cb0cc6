/** Code samples to open one by one and to copy; the page that has them loads the module `copy`. */
import { type CodeSample } from "./CodeSamples.ts"
import { type Html, html } from "./Html.ts"
import type { Language } from "./Language.ts"

const words = {
  id: { copy: "Salin kode", copied: "Tersalin." },
  en: { copy: "Copy code", copied: "Copied." }
} as const

export const codeSampleView = (samples: ReadonlyArray<CodeSample>, language: Language): ReadonlyArray<Html> =>
  samples.map(({ code, name }, index) =>
    html`<details${index === 0 && html` open`}><summary>${name}</summary><pre translate="no" data-copy="${
      words[language].copy
    } ${name}" data-copied="${words[language].copied}"><code>${code}</code></pre></details>`
  )
