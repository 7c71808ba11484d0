import { writeFile } from 'node:fs/promises'
import pg from 'pg'
import type { DatabaseProxy } from '../../packages/server/src/testing/servers/database-proxy.ts'
import type { Disk } from './disk.ts'

/** Something that goes wrong around the product, with its end. */
export interface Fault {
  begin: () => Promise<void>
  end: () => Promise<void>
}

/** The means to cause faults; a disk is missing if mounting is not allowed. */
export interface Means {
  config: pg.ClientConfig
  proxy: DatabaseProxy
  filesDisk: Disk | undefined
  databaseDisk: Disk | undefined
  /** Resolves when the database answers. */
  isBack: () => Promise<void>
  /** Path of the file that preload.mjs reads. */
  control: string
  chance: (below: number) => number
}

async function execute(config: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(config)
  client.on('error', () => {})
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

const HOUR_MS = 3600_000
/** An unused session ends after 72 hours and an idempotency key after 24: a jump of the clock must not end either. */
const MOST_HOURS = 6
const FEW_BYTES = 300_000

const nothing = async () => {}
const full = (disk: Disk, left: number): Fault => ({ begin: () => disk.fill(left), end: () => disk.empty() })

/** A full disk may end PostgreSQL, which is started again once there is space: the next fault needs it. */
const fullDatabase = (disk: Disk, isBack: Means['isBack']): Fault => {
  const { begin, end } = full(disk, 0)
  return { begin, end: () => end().then(isBack) }
}

/** Faults of the connection: database and process go on running, but messages between them do not arrive. */
const lines = ({ proxy, chance }: Means): Record<string, Fault> => ({
  cut: { begin: async () => proxy.cut(), end: nothing },
  silent: { begin: async () => proxy.silent(true), end: async () => proxy.silent(false) },
  frozen: { begin: async () => proxy.freeze(), end: nothing },
  'reply to a commit lost': {
    begin: async () => {
      const commits = [
        'insert into "requests"',
        'insert into "releases"',
        'insert into "publications"',
        'update "deliveries"',
      ]
      proxy.dropReplyToCommit(commits[chance(commits.length)] ?? '')
    },
    end: nothing,
  },
})

function readOnly({ config, proxy }: Means): Fault {
  // The setting only applies to new connections, so the existing ones are cut.
  const become = async (statement: string) => {
    await execute(config, statement)
    proxy.cut()
  }
  return {
    begin: () => become('alter database vypusk set default_transaction_read_only = on'),
    end: () => become('begin read write; alter database vypusk reset default_transaction_read_only; commit'),
  }
}

/** Returns every kind of fault that can be caused on this machine, by its name. */
export function kindsOf(means: Means): Record<string, Fault> {
  const { filesDisk, databaseDisk, isBack, control, chance } = means
  const preload = (set: object) => writeFile(control, JSON.stringify({ clockMs: 0, shortWrites: false, ...set }))
  const jump = () => (chance(2 * MOST_HOURS * 60) / 60 - MOST_HOURS) * HOUR_MS
  return {
    ...lines(means),
    'read-only': readOnly(means),
    'short writes': { begin: () => preload({ shortWrites: true }), end: () => preload({}) },
    clock: { begin: () => preload({ clockMs: jump() }), end: () => preload({}) },
    ...(filesDisk ? { 'full disk of files': full(filesDisk, chance(FEW_BYTES)) } : {}),
    ...(databaseDisk ? { 'full disk of the database': fullDatabase(databaseDisk, isBack) } : {}),
  }
}
