import type { releases } from '@vypusk/contract'
import type { Move } from '../api.ts'

interface Page {
  total: number
  data: releases.ReleaseRow[]
}

/** The cards of a column: those the server has there, without what is just leaving, below what is just coming. */
export function cardsOf(pages: readonly Page[] | undefined, step: releases.ReleaseStep, moves: readonly Move[]) {
  // The last word about a card counts: it may have been moved twice before the server answered.
  const under = new Map(moves.map((move) => [move.row.id, move]))
  const known = (pages ?? []).flatMap(({ data }) => data)
  const here = new Set(known.map(({ id }) => id))
  const coming = [...under.values()].filter((move) => move.step.id === step.id && !here.has(move.row.id))
  const staying = known.filter(({ id }) => (under.get(id)?.step.id ?? step.id) === step.id)
  return {
    rows: [...coming.map(({ row }) => ({ ...row, step })), ...staying],
    total: (pages?.[0]?.total ?? 0) + coming.length - (known.length - staying.length),
  }
}
