import { progress, type Proof } from '../part.ts'
import type { Stage } from '../stage/stage.ts'
import { callFigures, newCallStats } from './asking.ts'
import { chanceOf } from './chance.ts'
import { compare, settled } from './compare.ts'
import { openDesk } from './desk.ts'
import { acknowledged, newLedger } from './ledger.ts'
import { write } from './writers.ts'

const WRITERS = 4
/** Deliveries that are still waiting this long after the last disturbance are lost. */
const LONGEST_SETTLING_MS = 20 * 60_000

/** How often each kind of disturbance was made. */
type Made = Record<string, number>

/**
 * Writes at several desks while the product is disturbed, and compares what exists afterwards with what was
 * acknowledged.
 */
export async function writeDuring(
  stage: Stage,
  seed: number,
  disturb: (chance: ReturnType<typeof chanceOf>) => Promise<Made>,
): Promise<Proof & { made: Made }> {
  const [stats, ledger, over] = [newCallStats(), newLedger(seed), new AbortController()]
  const desks = []
  for (let n = 0; n < WRITERS; n += 1) desks.push(await openDesk(stage, { ledger, stats, chance: chanceOf(seed + n) }))
  let now = 'at work'
  const silence = progress(() => `${now}: ${acknowledged(ledger)} acknowledged, ${JSON.stringify(callFigures(stats))}`)
  const writers = desks.map((desk) => write(desk, over.signal))
  const made = await disturb(chanceOf(seed + WRITERS))
  over.abort()
  now = 'writers end'
  await Promise.all(writers)
  now = 'settling'
  const seconds = await settled(stage, LONGEST_SETTLING_MS)
  now = 'comparing'
  const { figures, faults } = await compare(stage, ledger)
  silence()
  return {
    made,
    figures: {
      acknowledged: acknowledged(ledger),
      ...callFigures(stats),
      'told by the thing itself': ledger.lookedUp,
      ...figures,
      'seconds to settle': seconds ?? 'never',
    },
    faults: [...stats.faults, ...faults],
  }
}

/** How many disturbances there were, under this name, and how many of each kind. */
export const madeFigures = (name: string, made: Made): Proof['figures'] => ({
  [name]: Object.values(made).reduce((sum, many) => sum + many, 0),
  of: Object.entries(made)
    .map(([what, many]) => `${what} ${many}`)
    .join(', '),
})
