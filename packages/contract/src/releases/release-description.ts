import * as z from 'zod'
import { id, module, type Module } from '../values.ts'

/** The text about one request in a release description. */
export const requestText = z.object({
  id,
  e_title: z.string(),
  module,
  /** Clean HTML; empty when it has not been written yet. */
  description: z.string(),
  /** Whether the request is an item of its own; otherwise its text goes into its module's common text. */
  isSolo: z.boolean(),
  version: z.int(),
})
export type RequestText = z.output<typeof requestText>

/** One module's part of a release description. */
export interface DescriptionPart {
  module: Module
  /** Texts merged into the module's common text. */
  merged: RequestText[]
  /** Merged ones whose text has not been written yet; their titles are shown instead. */
  unwritten: RequestText[]
  /** Items of their own, each under its title. */
  solo: RequestText[]
}

/**
 * Groups the texts of a release description by module (product.md, "/releases/{id}/description"), keeping their order.
 * The screen, the printed page and the Word document are all made from this.
 */
export const byModule = (texts: readonly RequestText[]): DescriptionPart[] =>
  [...Map.groupBy(texts, (text) => text.module.idmod).values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const merged = own.filter(({ isSolo }) => !isSolo)
    return {
      module: first.module,
      merged: merged.filter(({ description }) => description !== ''),
      unwritten: merged.filter(({ description }) => description === ''),
      solo: own.filter(({ isSolo }) => isSolo),
    }
  })
