/** What a table shows only when somebody works in it, in one file: each further file makes the first screen larger. */
export { CellHint } from './keyboard/CellHint.tsx'
export { SelectionBar } from './SelectionBar.tsx'
