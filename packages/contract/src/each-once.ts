import * as z from 'zod'

/** A list that a caller sends, in which what is named twice counts once. */
export const eachOnce = <Item extends z.ZodType>(item: Item) =>
  z.array(item).overwrite((values) => [...new Set(values)])
