/** The parts of a table that are fetched after it has been shown (DataTable.tsx). */
export { CellHint } from './keyboard/CellHint.tsx'
export { WaitingRows } from './WaitingRows.tsx'
