import { madeFigures, writeDuring } from '../ledger/writing.ts'
import type { ProofOptions, Proof } from '../part.ts'
import { openStage, type Stage } from '../stage/stage.ts'
import { killOn } from './killer.ts'

const PROCESSES = 2

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
  const { made, figures, faults } = await writeDuring(stage, seed, (chance) => {
    const end = performance.now() + minutes * 60_000
    return killOn(stage, { chance, isOver: () => performance.now() > end })
  })
  return { figures: { ...madeFigures('kills', made), ...figures }, faults }
}
