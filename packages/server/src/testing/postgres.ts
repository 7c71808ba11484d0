import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chown } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from './folder.ts'
import { freePort } from './port.ts'

const PLACE = '/usr/lib/postgresql'

/** PostgreSQL refuses to run as root. */
const isRoot = process.getuid?.() === 0
const ownerOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))

/** A PostgreSQL server of Debian's on a free port of this machine; its user `app` may do everything. */
export async function startDebianPostgres() {
  const [version] = existsSync(PLACE) ? readdirSync(PLACE).toSorted((a, b) => Number(a) - Number(b)) : []
  if (!version) throw new Error(`${PLACE} is missing: npm run test:systems installs it on Debian`)
  const folder = await temporaryFolder('debian')
  if (isRoot) await chown(folder.path, ownerOf('-u'), ownerOf('-g'))
  const owner = isRoot ? { uid: ownerOf('-u'), gid: ownerOf('-g') } : {}
  const data = join(folder.path, 'data')
  const give = (program: string, ...args: string[]) =>
    execFileSync(join(PLACE, version, 'bin', program), args, { ...owner, cwd: folder.path, stdio: 'ignore' })
  give('initdb', '-D', data, '-U', 'app', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync')
  const port = await freePort()
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder.path} -c fsync=off`
  give('pg_ctl', '-w', '-D', data, '-o', options, '-l', join(folder.path, 'log'), 'start')
  return {
    version: Number(version),
    config: { connectionString: `postgres://app@127.0.0.1:${port}/postgres` },
    stop: async () => {
      give('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
      await folder.remove()
    },
  }
}
