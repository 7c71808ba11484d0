import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../testing/folder.ts'
import { readPidFile } from './embedded/pid-file.ts'
import { startEmbedded } from './embedded.ts'

const writer = fileURLToPath(new URL('../testing/processes/writer.ts', import.meta.url))

/**
 * Lets the writer work for a while and kills the processes chosen by `victims`.
 * @returns the numbers it acknowledged
 */
async function writeAndKill(dataDir: string, victims: (pids: { node: number; server: number }) => number[]) {
  const child = spawn(process.execPath, [writer, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  await expect.poll(() => output.split('\n').length).toBeGreaterThan(50)
  const server = (await readPidFile(join(dataDir, 'postgres', '18')))?.pid ?? 0
  for (const pid of victims({ node: child.pid ?? 0, server })) process.kill(pid, 'SIGKILL')
  await pause(50)
  child.kill('SIGKILL')
  await gone
  return output.split('\n').slice(0, -1).map(Number)
}

it('loses nothing acknowledged when node, the server or both are killed while writing', async () => {
  const folder = await temporaryFolder('killed')
  const acknowledged = [
    ...(await writeAndKill(folder.path, ({ node }) => [node])),
    ...(await writeAndKill(folder.path, ({ server }) => [server])),
    ...(await writeAndKill(folder.path, ({ node, server }) => [node, server])),
  ]
  const { config, stop } = await startEmbedded({ dataDir: folder.path, log: { info() {}, warn() {} } })
  const client = new pg.Client(config)
  await client.connect()
  const { rows } = await client.query<{ n: number }>('select n from rows')
  const kept = new Set(rows.map(({ n }) => n))
  expect(acknowledged.filter((n) => !kept.has(n))).toEqual([])
  await client.end()
  await stop()
  await folder.remove()
})
