import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from './server.ts'

const PORT = 3915

/** Returns the folder for demo data of this size; it is kept in the temporary folder from one run to the next. */
export async function demoFolder(requests: number): Promise<string> {
  const folder = join(tmpdir(), `vypusk-bench-${requests}`)
  // When this runs as root, the database runs as another user, which must be able to enter the folder.
  await mkdir(folder, { recursive: true, mode: 0o711 })
  return folder
}

/** Returns the same folder, filled with the demo data. */
export async function demoData(requests: number): Promise<string> {
  const DATA_DIR = await demoFolder(requests)
  const server = await startServer(PORT, { DATA_DIR, DEMO: 'on', DEMO_REQUESTS: String(requests) })
  await server.stop()
  return DATA_DIR
}
