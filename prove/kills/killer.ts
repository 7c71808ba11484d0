import { setTimeout as pause } from 'node:timers/promises'
import type { Program } from '../stage/program.ts'
import type { Stage } from '../stage/stage.ts'

/** Kills running programs at random moments and starts them again. */

export type Victim = 'product' | 'postgres' | 'smtp' | 'sftp'
export type Kills = Record<Victim, number>

/** The longest time each runs before it is killed, ms. */
const LIFE_MS: Record<Victim, number> = { product: 6000, postgres: 9000, smtp: 3000, sftp: 5000 }
/** The same as a multiple of the product's start time: on a slow machine nothing would get done between two kills. */
const LIFE_STARTS: Record<Victim, number> = { product: 1, postgres: 2, smtp: 0.2, sftp: 0.3 }
/** One in this many is killed while it is starting. */
const EARLY = 4
/** The longest time before a killed program is started again, ms. */
const AWAY_MS = 500

type Chance = (below: number) => number
type Killable = Pick<Program, 'kill' | 'start'>

/**
 * Starts a program until it is up: a server whose database is down exits at its start, and a supervisor would start it
 * again. @returns how long the last start took, in ms
 */
async function startAgain({ start }: Killable): Promise<number> {
  for (;;) {
    const from = performance.now()
    const isUp = await start().then(
      () => true,
      () => false,
    )
    if (isUp) return performance.now() - from
    await pause(200)
  }
}

/** Kills a program again and again, also while it is starting. At the end it is up. */
async function killAgain(victim: Killable, kind: Victim, { chance, isOver, slowest }: Hunt): Promise<number> {
  let kills = 0
  while (!isOver()) {
    await pause(1 + chance(Math.max(LIFE_MS[kind], slowest.startMs * LIFE_STARTS[kind])))
    kills += 1
    await victim.kill()
    await pause(chance(AWAY_MS))
    if (chance(EARLY) === 0) {
      const starting = victim.start().catch(() => {})
      await pause(1 + chance(slowest.startMs))
      kills += 1
      await victim.kill()
      await starting
    }
    const took = await startAgain(victim)
    if (kind === 'product') slowest.startMs = Math.max(slowest.startMs, took)
  }
  return kills
}

interface Hunt {
  chance: Chance
  /** Checked before each kill. */
  isOver: () => boolean
  /** The longest time the product took to start. */
  slowest: { startMs: number }
}

/** Kills all programs of the stage again and again. @returns how often each was killed */
export async function killOn(stage: Stage, input: Omit<Hunt, 'slowest'>): Promise<Kills> {
  const { products, postgres, smtp, sftp } = stage
  const hunt = { ...input, slowest: { startMs: stage.startMs } }
  const database = { kill: postgres.kill, start: postgres.isBack }
  const [ofProducts, ofPostgres, ofSmtp, ofSftp] = await Promise.all([
    Promise.all(products.map((product) => killAgain(product, 'product', hunt))),
    killAgain(database, 'postgres', hunt),
    killAgain(smtp, 'smtp', hunt),
    killAgain(sftp, 'sftp', hunt),
  ])
  return { product: ofProducts.reduce((sum, many) => sum + many, 0), postgres: ofPostgres, smtp: ofSmtp, sftp: ofSftp }
}
