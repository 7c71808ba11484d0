import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../folder.ts'
import { freePort } from '../port.ts'
import { endWithThis } from '../program-end.ts'

const MAIN = fileURLToPath(new URL('./ftp-process.ts', import.meta.url))
const [USER, PASSWORD] = ['vypusk', 'тайна №1']
/** Fingerprints of the keys in server-keys.ts. */
const FINGERPRINTS = {
  ftp: null,
  ftps: 'bUDLcNCHIgIP3r9LBe8F6/9bBfILkkbiOkE5dTS7WTM',
  sftp: 'c2oLTdEcPgk2HvmEXgId10ZaGoFk6WhlIn7D++dHct8',
}

export type FtpKind = keyof typeof FINGERPRINTS

export interface TestFtp {
  /** For FTP_URL. */
  url: string
  /** The same URL with another password or fingerprint. */
  urlWith(input: { password?: string; fingerprint?: string | null }): string
  /** The folder with its files on this machine. */
  folder: string
  /** All its files by path, with their bytes as text. */
  files(): Promise<Record<string, string>>
  /** The sha256 of all its files by path. */
  hashes(): Promise<Record<string, string>>
  /** Kills the process with SIGKILL, whatever it is doing. */
  kill(): Promise<void>
  /** Starts it again at the same address. */
  start(): Promise<void>
  stop(): Promise<void>
}

async function started(kind: FtpKind, folder: string, port: number): Promise<ChildProcess> {
  const server = kind === 'sftp' ? 'sftp' : 'ftp'
  const child = spawn(process.execPath, [MAIN, server, folder, String(port), USER, PASSWORD], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  endWithThis(child, 'SIGKILL')
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('the server did not start'))),
  ])
  return child
}

/** Reads all files of a folder while files are added and removed. */
async function everyFile(folder: string, read: (bytes: Buffer) => string): Promise<Record<string, string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const entries = found
    .filter((entry) => entry.isFile())
    .map(async ({ parentPath, name }): Promise<[string, string]> => {
      const path = join(parentPath, name)
      return [path.slice(folder.length + 1), read(await readFile(path))]
    })
  return Object.fromEntries(await Promise.all(entries))
}

/** Starts a real server for FTP, FTP over TLS or SFTP, in a process of its own on a free port of this machine. */
export async function startFtp(kind: FtpKind): Promise<TestFtp> {
  const { path: folder, remove } = await temporaryFolder('ftp')
  const port = await freePort()
  let child: ChildProcess | undefined = await started(kind, folder, port)
  const urlWith: TestFtp['urlWith'] = ({ password = PASSWORD, fingerprint = FINGERPRINTS[kind] }) => {
    const pinned = fingerprint ? `?fingerprint=${encodeURIComponent(`SHA256:${fingerprint}`)}` : ''
    return `${kind}://${USER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${pinned}`
  }
  const kill = async () => {
    const running = child
    child = undefined
    if (!running) return
    running.kill('SIGKILL')
    await once(running, 'exit')
  }
  return {
    url: urlWith({}),
    urlWith,
    folder,
    files: () => everyFile(folder, (bytes) => bytes.toString()),
    hashes: () => everyFile(folder, (bytes) => createHash('sha256').update(bytes).digest('hex')),
    kill,
    start: async () => {
      child ??= await started(kind, folder, port)
    },
    stop: async () => {
      await kill()
      await remove()
    },
  }
}
