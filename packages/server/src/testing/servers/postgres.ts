import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chown } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { temporaryFolder } from '../folder.ts'
import { freePort } from '../port.ts'

const TRIES = 50
const AGAIN_MS = 200
const PLACE = '/usr/lib/postgresql'

/** PostgreSQL refuses to run as root. */
const isRoot = process.getuid?.() === 0
const ownerOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))

/** A folder for one server, and a function that runs programs of Debian's PostgreSQL in it. */
async function openPlace() {
  const [version] = existsSync(PLACE) ? readdirSync(PLACE).toSorted((a, b) => Number(a) - Number(b)) : []
  if (!version) throw new Error(`${PLACE} is missing: npm run test:systems installs it on Debian`)
  const folder = await temporaryFolder('debian')
  if (isRoot) await chown(folder.path, ownerOf('-u'), ownerOf('-g'))
  const owner = isRoot ? { uid: ownerOf('-u'), gid: ownerOf('-g') } : {}
  const give = (program: string, ...args: string[]) =>
    execFileSync(join(PLACE, version, 'bin', program), args, { ...owner, cwd: folder.path, stdio: 'ignore' })
  return { version: Number(version), folder, give, data: join(folder.path, 'data') }
}
type Place = Awaited<ReturnType<typeof openPlace>>

async function runServer({ version, folder, give, data }: Place, settings: Record<string, string>) {
  const port = await freePort()
  const config = { connectionString: `postgres://app@127.0.0.1:${port}/postgres` }
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: folder.path, fsync: 'off', ...settings }
  const options = [`-p ${port}`, ...Object.entries(all).map(([name, value]) => `-c ${name}=${value}`)].join(' ')
  const begin = () => give('pg_ctl', '-w', '-D', data, '-o', options, '-l', join(folder.path, 'log'), 'start')
  const start = async () => {
    // It takes a moment until the remains of a killed server are gone.
    for (let again = 0; ; again += 1) {
      try {
        begin()
        return
      } catch (error) {
        if (again === TRIES) throw error
        await pause(AGAIN_MS)
      }
    }
  }
  await start()
  return {
    version,
    port,
    config,
    /** Starts it again after it was killed or stopped. */
    start,
    /** Queries it directly. */
    rows: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> => {
      const client = new pg.Client(config)
      client.on('error', () => {})
      await client.connect()
      return client.query<Row>(text, values).then(
        ({ rows }) => client.end().then(() => rows),
        (error: unknown) =>
          client.end().then(() => {
            throw error
          }),
      )
    },
    /** Promotes a replica; returns when it accepts writes. */
    promote: () => give('pg_ctl', '-w', '-D', data, 'promote'),
    /** Kills all of it at once, like a power failure. */
    kill: () => {
      const [pid = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    stop: async () => {
      try {
        give('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
      } catch {
        // It was killed before.
      }
      await folder.remove()
    },
  }
}

/**
 * Starts a PostgreSQL server of Debian on a free port of this machine; its user `app` is a superuser.
 * @param settings settings of postgresql.conf, each a single word
 */
export async function startDebianPostgres(settings: Record<string, string> = {}) {
  const place = await openPlace()
  place.give(
    'initdb',
    '-D',
    place.data,
    '-U',
    'app',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  )
  return runServer(place, settings)
}
export type DebianPostgres = Awaited<ReturnType<typeof runServer>>

/**
 * Starts a streaming replica of such a server, made from a copy of it.
 * @param name its name on the primary
 */
export async function startDebianReplica(
  primary: DebianPostgres,
  name = 'replica',
  settings: Record<string, string> = {},
) {
  const place = await openPlace()
  const from = `host=127.0.0.1 port=${primary.port} user=app application_name=${name}`
  place.give('pg_basebackup', '-d', from, '-D', place.data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync')
  return runServer(place, settings)
}
