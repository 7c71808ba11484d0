import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabaseProxy, type DatabaseProxy } from '../../packages/server/src/testing/servers/database-proxy.ts'
import { temporaryFolder } from '../../packages/server/src/testing/folder.ts'
import { madeFigures, writeDuring } from '../ledger/writing.ts'
import type { ProofOptions, Proof } from '../part.ts'
import { openStage, type Stage } from '../stage/stage.ts'
import { mountDisk, type Disk } from './disk.ts'
import { kindsOf, type Fault, type Means } from './kinds.ts'

const PRELOAD = fileURLToPath(new URL('./preload.mjs', import.meta.url))
/** Writers upload about 120 MB a minute on two free cores; the disk must only be full when it is filled on purpose. */
const FILES_MB = { atFirst: 400, aMinute: 300 }
const DATABASE_MB = 700
/** The longest duration of a fault, and of the calm after it, ms. */
const LASTS_MS = 4000
const CALM_MS = 2500

/** Causes one random fault after another. @returns how many of each kind */
async function disturb(kinds: Record<string, Fault>, chance: Means['chance'], end: number) {
  const names = Object.keys(kinds)
  const made = Object.fromEntries(names.map((name) => [name, 0]))
  while (performance.now() < end) {
    const name = names[chance(names.length)] ?? ''
    await kinds[name]?.begin()
    await pause(chance(LASTS_MS))
    await kinds[name]?.end()
    made[name] = (made[name] ?? 0) + 1
    await pause(chance(CALM_MS))
  }
  return made
}

interface Ground {
  stage: Stage
  means: Omit<Means, 'chance'>
}

async function open(folder: string, minutes: number): Promise<Ground> {
  const control = join(folder, 'faults.json')
  const disks: { files?: Disk | undefined; database?: Disk | undefined } = {}
  let proxy: DatabaseProxy | undefined
  const stage = await openStage({
    products: 1,
    env: { NODE_OPTIONS: `--import=${PRELOAD}`, PROVE_FAULTS: control, DATABASE_WAIT_SECONDS: '3' },
    way: async (config) => {
      proxy = await openDatabaseProxy(config)
      const { port } = proxy.config
      return { connectionString: `postgres://${proxy.config.user}@127.0.0.1:${port}/${proxy.config.database}` }
    },
    disks: async (folders) => {
      disks.files = await mountDisk(folders.files, FILES_MB.atFirst + Math.ceil(FILES_MB.aMinute * minutes))
      disks.database = await mountDisk(folders.database, DATABASE_MB)
      return async () => {
        await disks.files?.unmount()
        await disks.database?.unmount()
      }
    },
  })
  if (!proxy) throw new Error('no proxy')
  const { config } = stage.postgres
  return {
    stage,
    means: {
      config,
      proxy,
      control,
      filesDisk: disks.files,
      databaseDisk: disks.database,
      isBack: stage.postgres.isBack,
    },
  }
}

/**
 * Runs the product while disk, connections, database and clock fail: everything acknowledged must exist afterwards,
 * exactly once.
 */
export async function faults({ minutes, seed }: ProofOptions): Promise<Proof> {
  const folder = await temporaryFolder('prove-faults')
  const ground = await open(folder.path, minutes)
  try {
    return await inTrouble(ground, { minutes, seed })
  } finally {
    await ground.stage.close()
    await ground.means.proxy.close()
    await folder.remove()
  }
}

async function inTrouble({ stage, means }: Ground, { minutes, seed }: ProofOptions): Promise<Proof> {
  const {
    made,
    figures,
    faults: found,
  } = await writeDuring(stage, seed, (chance) =>
    disturb(kindsOf({ ...means, chance }), chance, performance.now() + minutes * 60_000),
  )
  const left = [means.filesDisk ? '' : 'full disk of files', means.databaseDisk ? '' : 'full disk of the database']
  return {
    figures: {
      ...madeFigures('faulted', made),
      'cannot be made here': left.filter(Boolean).join(', ') || 'nothing',
      ...figures,
    },
    faults: found,
  }
}
