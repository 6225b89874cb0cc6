/** All boards, in the order in which the documents name them. */
import { AgencyBoard } from "./AgencyBoard.ts"
import { AuditBoard } from "./AuditBoard.ts"
import type { Board } from "./Board.ts"
import { CityBoard } from "./CityBoard.ts"
import { EndpointBoard } from "./EndpointBoard.ts"
import { FleetBoard } from "./FleetBoard.ts"
import { SloBoard } from "./SloBoard.ts"

export const boards: ReadonlyArray<Board> = [CityBoard, AgencyBoard, EndpointBoard, FleetBoard, AuditBoard, SloBoard]
