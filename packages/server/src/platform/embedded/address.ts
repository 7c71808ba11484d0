import { createHash } from 'node:crypto'
import { lstat, mkdir, readFile, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Cluster } from './cluster.ts'
import { EmbeddedError } from './error.ts'
import { giveTo, type Owner } from './owner.ts'

/** Where the server listens: the folder of its socket or a loopback address, and a port. */
export interface Address {
  host: string
  port: number
}

const socketPort = 5432
const loopback = '127.0.0.1'
const farFolders = '/tmp/vypusk-socket-'
/** The longest socket path that every system accepts (macOS; Linux allows 107). */
const longestSocket = 103

/** The same cluster gets the same address at each start, so that pools survive a restart of the server. */
export async function chooseAddress(cluster: Cluster): Promise<Address> {
  if (cluster.transport === 'loopback') return { host: loopback, port: await choosePort(cluster) }
  const near = cluster.folder
  if (Buffer.byteLength(join(near, `.s.PGSQL.${socketPort}`)) <= longestSocket) return { host: near, port: socketPort }
  const far = `${farFolders}${createHash('sha256').update(near).digest('hex').slice(0, 16)}`
  await makePrivate(far, cluster.home.owner)
  return { host: far, port: socketPort }
}

/** Removes the folder created for the socket, if there is one. */
export async function releaseAddress({ host }: Address): Promise<void> {
  if (host.startsWith(farFolders)) await rm(host, { recursive: true, force: true })
}

/** In a folder that everybody can write to, the name may already be taken by somebody else. */
async function makePrivate(folder: string, owner: Owner) {
  const made = await mkdir(folder, { mode: 0o700 }).then(
    () => true,
    () => false,
  )
  if (made) return giveTo(owner, folder)
  const found = await lstat(folder)
  const uid = owner?.uid ?? process.getuid?.()
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) {
    throw new EmbeddedError(
      `Папка ${folder} занята другой программой. Удалите её или перенесите DATA_DIR ближе к корню`,
    )
  }
}

async function choosePort(cluster: Cluster): Promise<number> {
  const conf = await readFile(join(cluster.folder, 'postgresql.conf'), 'utf8')
  const last = Number(/^port = '(\d+)'$/m.exec(conf)?.[1])
  return (last && (await freePort(last))) || freePort(0)
}

/** @returns the port (any free one for 0), or 0 when it is taken */
function freePort(port: number): Promise<number> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(0))
    server.listen(port, loopback, () => {
      const { port: free } = server.address() as AddressInfo
      server.close(() => resolve(free))
    })
  })
}
