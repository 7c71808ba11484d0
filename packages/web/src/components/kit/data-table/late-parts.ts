/** What a table shows only when somebody works in it, in one file: each further file makes the first screen larger. */
export { SelectionBar } from './SelectionBar.tsx'
export { Unhurried } from './Unhurried.tsx'
