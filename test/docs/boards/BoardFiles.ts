/** The files of `otel/grafana/dashboards` as they must be: `npm run docs` writes them. */
import { boards } from "./Boards.ts"
import { dashboardOf } from "./GrafanaDashboard.ts"

export interface BoardFile {
  /** From the root, with slashes. */
  readonly path: string
  readonly text: string
}

export const boardDirectory = "otel/grafana/dashboards"

export const boardFiles = (): ReadonlyArray<BoardFile> =>
  boards.map((board) => ({
    path: `${boardDirectory}/${board.uid}.json`,
    text: `${JSON.stringify(dashboardOf(board), null, 2)}\n`
  }))
