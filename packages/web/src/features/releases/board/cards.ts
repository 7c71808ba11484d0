import type { releases } from '@vypusk/contract'
import type { Move } from '../api.ts'

interface Page {
  total: number
  data: releases.ReleaseRow[]
}

/** The cards of a column: those being moved here first, then those on the server, without those being moved away. */
export function cardsOf(pages: readonly Page[] | undefined, step: releases.ReleaseStep, moves: readonly Move[]) {
  // The last move of a card counts, because it may have been moved twice before the server answered.
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
