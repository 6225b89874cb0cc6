/**
 * A table whose rows are records. On a phone each row is a stack of its cells, each under the name of its column
 * (`.stacked` in `PageStyle.ts`); the roles keep it a table for who hears it, since `display` takes that away.
 */
import { type Html, html, type HtmlValue } from "./Html.ts"

export interface Column {
  readonly name: string
  /** Set flush right, digit under digit. */
  readonly isNumber?: boolean
  /** What its head shows in place of its name: a link that sorts by it. On a phone these stand above the stacks. */
  readonly head?: HtmlValue
  readonly sorted?: "ascending" | "descending"
}

export const columnsOf = (names: ReadonlyArray<string>): ReadonlyArray<Column> => names.map((name) => ({ name }))

/**
 * @param rows the cells of each row by column
 * @param about `label` or the id of a heading names the box; `headed`: the first cell of a row names it; `kind` is a class more
 */
export const recordTable = (
  columns: ReadonlyArray<Column>,
  rows: ReadonlyArray<ReadonlyArray<HtmlValue>>,
  { caption, headed = false, kind = "", label, labelledBy }: {
    readonly label?: string
    readonly labelledBy?: string
    readonly caption?: string
    readonly headed?: boolean
    readonly kind?: string
  }
): Html => {
  const number = (column: Column | undefined): Html | "" => column?.isNumber === true ? html` class="n"` : ""
  const cell = (value: HtmlValue, at: number): Html => {
    const column = columns[at]
    return headed && at === 0
      ? html`<th scope="row" role="rowheader" data-label="${column?.name}"${number(column)}>${value}</th>`
      : html`<td role="cell" data-label="${column?.name}"${number(column)}>${value}</td>`
  }
  return html`<div class="scroll" role="region" tabindex="0"${labelledBy === undefined ? "" : html` aria-labelledby="${labelledBy}"`}${
    label === undefined ? "" : html` aria-label="${label}"`
  }><table role="table" class="stacked ${kind}">${
    caption === undefined ? "" : html`<caption>${caption}</caption>`
  }<thead role="rowgroup"><tr role="row">${
    columns.map((column) =>
      html`<th scope="col" role="columnheader"${number(column)}${column.sorted === undefined ? "" : html` aria-sort="${column.sorted}"`}>${
        column.head ?? column.name
      }</th>`
    )
  }</tr></thead><tbody role="rowgroup">${rows.map((cells) => html`<tr role="row">${cells.map(cell)}</tr>`)}</tbody></table></div>`
}
