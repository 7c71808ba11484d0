import { callFigures, newCallStats } from '../ledger/asking.ts'
import { chanceOf } from '../ledger/chance.ts'
import { compare, settled } from '../ledger/compare.ts'
import { openDesk } from '../ledger/desk.ts'
import { acknowledged, newLedger } from '../ledger/ledger.ts'
import { write } from '../ledger/writers.ts'
import { progress, type ProofOptions, type Proof } from '../part.ts'
import { openStage, type Stage } from '../stage/stage.ts'
import { killOn } from './killer.ts'

const PROCESSES = 2
const WRITERS = 4
/** Deliveries that are still waiting this long after the last kill are lost. */
const LONGEST_SETTLING_MS = 20 * 60_000

/**
 * Runs the whole product while its programs are killed: everything acknowledged must exist afterwards, exactly once.
 */
export async function kills({ minutes, seed }: ProofOptions): Promise<Proof> {
  const stage = await openStage({ products: PROCESSES })
  try {
    return await underFire(stage, { minutes, seed })
  } finally {
    await stage.close()
  }
}

async function underFire(stage: Stage, { minutes, seed }: ProofOptions): Promise<Proof> {
  const [stats, ledger, over] = [newCallStats(), newLedger(seed), new AbortController()]
  const desks = []
  for (let n = 0; n < WRITERS; n += 1) desks.push(await openDesk(stage, { ledger, stats, chance: chanceOf(seed + n) }))
  const end = performance.now() + minutes * 60_000
  let now = 'at work'
  const silence = progress(() => `${now}: ${acknowledged(ledger)} acknowledged, ${JSON.stringify(callFigures(stats))}`)
  const writers = desks.map((desk) => write(desk, over.signal))
  const hunt = { chance: chanceOf(seed + WRITERS), isOver: () => performance.now() > end }
  const killed = await killOn(stage, hunt)
  over.abort()
  now = 'writers end'
  await Promise.all(writers)
  now = 'settling'
  const seconds = await settled(stage, LONGEST_SETTLING_MS)
  now = 'comparing'
  const { figures, faults } = await compare(stage, ledger)
  silence()
  return {
    figures: {
      kills: Object.values(killed).reduce((sum, many) => sum + many, 0),
      of: Object.entries(killed)
        .map(([what, many]) => `${what} ${many}`)
        .join(', '),
      acknowledged: acknowledged(ledger),
      ...callFigures(stats),
      'told by the thing itself': ledger.lookedUp,
      ...figures,
      'seconds to settle': seconds ?? 'never',
    },
    faults: [...stats.faults, ...faults],
  }
}
