import * as z from 'zod'
import { id, module, type Module } from './values.ts'

/** What stands for one request in a release description. */
export const requestText = z.object({
  id,
  e_title: z.string(),
  module,
  /** Clean HTML; empty where nobody has written it yet. */
  description: z.string(),
  /** An item of its own; otherwise it goes into its module's common text. */
  isSolo: z.boolean(),
  version: z.int(),
})
export type RequestText = z.output<typeof requestText>

/** One module's part of a release description. */
export interface DescriptionPart {
  module: Module
  /** Texts merged into the module's common text. */
  merged: RequestText[]
  /** Merged ones nobody has written yet: their titles stand for them. */
  unwritten: RequestText[]
  /** Items of their own, each under its title. */
  solo: RequestText[]
}

/**
 * A release description by module (product.md, "/releases/{id}/description"), in the order the texts came.
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
