import fc from 'fast-check'
import { modelWorld, pairs, runModel } from '../../packages/server/src/testing/agreement-model.ts'
import { progress, type ProofOptions, type Proof } from '../part.ts'
import { openServer } from '../world/open.ts'

/** Consecutive sequences in one system. */
const IN_A_WORLD = 50

/**
 * Two people change a release at once in random ways until the minutes are over; the seed of a sequence reproduces it.
 */
export async function model({ minutes, seed }: ProofOptions): Promise<Proof> {
  const server = await openServer()
  const end = performance.now() + minutes * 60_000
  const faults: string[] = []
  let runs = 0
  const stop = progress(() => `${runs} sequences, ${faults.length} faults`)
  while (performance.now() < end) {
    const world = await modelWorld(await server.open())
    for (let turn = 0; turn < IN_A_WORLD && performance.now() < end; turn += 1) {
      const own = seed + runs
      const [all = []] = fc.sample(pairs, { numRuns: 1, seed: own })
      const fault = await runModel(world, all)
      if (fault) faults.push(`seed ${own}: ${fault}`)
      runs += 1
    }
    await world.product.close()
  }
  stop()
  await server.close()
  return { figures: { sequences: runs }, faults }
}
