import { execFileSync } from 'node:child_process'
import { chown, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { deployed } from '../processes/deployed.ts'
import { temporaryFolder } from '../folder.ts'
import { freePort } from '../port.ts'
import { startProgram } from '../processes/program.ts'

const isOpen = (port: number) => () =>
  new Promise<boolean>((resolve) => {
    const socket = createConnection(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('connect', () => socket.end())
  })

/**
 * Starts Debian's PgBouncer with the file in `deploy`, before a PostgreSQL whose user `app` needs no password.
 * @param poolSize number of its connections to PostgreSQL, if different from the file
 */
export async function startPgBouncer(mode: 'session' | 'transaction', postgresPort: number, poolSize?: number) {
  const folder = await temporaryFolder('pgbouncer')
  const port = await freePort()
  const config = join(folder.path, 'pgbouncer.ini')
  const users = join(folder.path, 'userlist.txt')
  const text = await deployed('pgbouncer.ini', [
    ['port=5432 dbname=vypusk', `port=${postgresPort} dbname=postgres`],
    ['listen_port = 6432', `listen_port = ${port}`],
    ['auth_type = scram-sha-256', 'auth_type = trust'],
    ['/etc/pgbouncer/userlist.txt', users],
    ['pool_mode = transaction', `pool_mode = ${mode}`],
    ...(poolSize === undefined
      ? []
      : [['default_pool_size = 20', `default_pool_size = ${poolSize}`] as [string, string]]),
  ])
  await writeFile(config, text)
  await writeFile(users, '"app" ""\n')
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const owner = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  if (isRoot) for (const path of [folder.path, config, users]) await chown(path, idOf('-u'), idOf('-g'))
  const program = startProgram('/usr/sbin/pgbouncer', [config], { cwd: folder.path, ...owner })
  await program.until(isOpen(port))
  return {
    url: `postgres://app@127.0.0.1:${port}/vypusk`,
    output: program.output,
    stop: async () => {
      await program.end('SIGINT')
      await folder.remove()
    },
  }
}
