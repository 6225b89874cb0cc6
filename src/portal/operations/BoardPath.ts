/** Where the operations board and its stream are. */
export const boardPath = "/portal/operasi"
export const streamPath = "/portal/operasi/alir"
