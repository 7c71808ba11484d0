import type * as z from 'zod'

/** Fields that need not be given; some programs write null for them. */

export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullish()
    .transform((value): z.output<Schema> | undefined => value ?? undefined)
    .optional()

/** @param usual the value of a field that is not given, which the reference names */
export const orElse = <Schema extends z.ZodType>(schema: Schema, usual: z.output<Schema>) =>
  schema
    .nullable()
    .default(usual as never)
    .transform((value): z.output<Schema> => value ?? usual)
