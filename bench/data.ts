import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from './server.ts'

const PORT = 3915

/** The folder with demo data of a size, kept in the temporary folder from one run to the next. */
export async function demoFolder(requests: number): Promise<string> {
  const folder = join(tmpdir(), `vypusk-bench-${requests}`)
  // The database's own user has to enter it when root measures.
  await mkdir(folder, { recursive: true, mode: 0o711 })
  return folder
}

/** The same, filled. */
export async function demoData(requests: number): Promise<string> {
  const DATA_DIR = await demoFolder(requests)
  const server = await startServer(PORT, { DATA_DIR, DEMO: 'on', DEMO_REQUESTS: String(requests) })
  await server.stop()
  return DATA_DIR
}
