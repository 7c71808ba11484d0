import * as z from 'zod'

/**
 * Numbers that come as text: in a path or a query string, in a body of a program that writes them so, in a variable of
 * the environment, in a file. They are read in the usual way to write them, and nowhere as JavaScript does, to which
 * `0x10`, `1e3`, ` 5 `, the empty text and `true` are numbers too.
 */

/** `01` is none either, or a thing would have several addresses. */
const WHOLE = /^(0|-?[1-9]\d*)$/
/** People write `08` and `.5` for hours. */
const DECIMAL = /^-?(\d+(\.\d*)?|\.\d+)$/

const read = (form: RegExp) => (value: string | number) =>
  typeof value === 'string' ? (form.test(value) ? Number(value) : Number.NaN) : value

/** The whole number that a text says; NaN if it says none. */
export const wholeIn = read(WHOLE)
/** The number that a text says, perhaps with a fraction; NaN if it says none. */
export const decimalIn = read(DECIMAL)

/** A whole number, also as text. @param schema what it has to be */
export const wholeText = <Schema extends z.ZodType<number, number>>(schema: Schema) => z.preprocess(wholeIn, schema)
/** A number, also as text. @param schema what it has to be */
export const decimalText = <Schema extends z.ZodType<number, number>>(schema: Schema) => z.preprocess(decimalIn, schema)
