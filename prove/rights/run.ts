import { chanceOf } from '../ledger/chance.ts'
import type { ProofOptions, Proof } from '../part.ts'
import { openServer } from '../world/open.ts'
import { makeWorld } from '../world/world.ts'
import { everyName, unknownNames, walk } from './walk.ts'

/** Goes through the whole table at least once, and repeats it until the minutes are over. */
export async function rights({ minutes, seed }: ProofOptions): Promise<Proof> {
  const chance = chanceOf(seed)
  const server = await openServer()
  const end = performance.now() + minutes * 60_000
  const faults = new Set(unknownNames().map((name) => `${name}: no line in the table of rights, or no endpoint`))
  let [calls, walks, canaries] = [0, 0, 0]
  do {
    const product = await server.open()
    const world = await makeWorld(product)
    const walked = await walk(world, everyName(chance))
    for (const fault of walked.found) faults.add(fault)
    calls += walked.calls
    walks += 1
    canaries = world.canaries.planted.length
    await product.close()
  } while (performance.now() < end)
  await server.close()
  return { figures: { walks, calls, canaries }, faults: [...faults] }
}
