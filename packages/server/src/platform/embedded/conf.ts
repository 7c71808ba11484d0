import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Address } from './address.ts'
import type { Cluster } from './cluster.ts'
import { memoryHere, pagesKept } from './memory.ts'

/**
 * Settings for a machine that also runs the product. None of them trades safety for speed: every acknowledged
 * transaction is on disk.
 */
const tuning = {
  cluster_name: 'vypusk',
  // Enough for several workers (WORKERS).
  max_connections: '300',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  // Pages come from the memory of the system rather than from a disk, and handing them over from a process that reads
  // ahead costs more than reading them: counting 300 000 requests of a frequent word took 558 ms by workers, 332 so.
  io_method: 'sync',
  // Starting two workers for a statement costs more processor time than most of them save, and nobody waits less: a list of
  // agreements took 35 ms by workers, 18 without.
  max_parallel_workers_per_gather: '0',
  checkpoint_timeout: '15min',
  max_wal_size: '1GB',
  // The log of an embedded server is never shipped, so a table filled in the transaction that created it can skip it.
  wal_level: 'minimal',
  max_wal_senders: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Errors of statements are returned to the product, which logs them with the statement; here they would only pile up.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

/**
 * Writes the configuration. It is rewritten at each start, because a new version of the product may have new settings.
 */
export async function writeConf(cluster: Cluster, address: Address): Promise<void> {
  const listening =
    cluster.transport === 'socket'
      ? { listen_addresses: '', unix_socket_directories: listItem(address.host), unix_socket_permissions: '0700' }
      : { listen_addresses: address.host, unix_socket_directories: '' }
  const settings = { ...tuning, ...pagesKept(memoryHere()), ...listening, port: String(address.port) }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${quoted(value)}`)
  await writeFile(join(cluster.folder, 'postgresql.conf'), `${lines.join('\n')}\n`)
}

const listItem = (value: string) => `"${value.replaceAll('"', '""')}"`
const quoted = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
