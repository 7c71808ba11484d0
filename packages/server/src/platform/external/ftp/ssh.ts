import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect as connectSocket } from 'node:net'
import { posix } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type SftpClient from 'ssh2-sftp-client'
import { PATIENCE_MS, StrangeServer, type Address, type Session } from './session.ts'

const KEEPALIVE = { keepaliveInterval: PATIENCE_MS / 3, keepaliveCountMax: 3 }
const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/**
 * With Nagle's algorithm each small packet would wait for the answer to the one before: 26 s for 50 MB instead of 0.4
 * s.
 */
async function promptSocket({ host, port }: Address) {
  const socket = connectSocket({ host, port, noDelay: true })
  await once(socket, 'connect', { signal: AbortSignal.timeout(PATIENCE_MS) }).catch((error: unknown) => {
    socket.destroy()
    throw error
  })
  return socket
}

/** Hands the pieces of a transfer on, and watches how long the server takes over each. */
type Watched = (bytes: AsyncIterable<Buffer>) => AsyncIterable<Buffer>

/**
 * Requests on a broken connection are not always answered, so they are made to fail when it breaks. A server whose disk
 * hangs keeps the connection alive and never answers: after a while without an answer the connection counts as broken.
 */
function failingWith(line: AbortController, patienceMs: number) {
  const { signal } = line
  const broken = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  broken.catch(() => {})
  const watch = () => setTimeout(() => line.abort(new Error('timed out: the server does not answer')), patienceMs)
  return {
    ask: <Answer>(question: Promise<Answer>): Promise<Answer> => {
      const timer = watch()
      return Promise.race([question, broken]).finally(() => clearTimeout(timer))
    },
    /** Waits for a transfer, as long as the server takes what it is given; how slowly that comes is not its fault. */
    transfer: (send: (watched: Watched) => Promise<void>) => {
      let timer: NodeJS.Timeout | undefined
      async function* watched(bytes: AsyncIterable<Buffer>) {
        for await (const piece of bytes) {
          timer = watch()
          yield piece
          clearTimeout(timer)
        }
        timer = watch()
      }
      return Promise.race([send(watched), broken]).finally(() => clearTimeout(timer))
    },
  }
}

function sessionOf(client: SftpClient, base: string, { ask, transfer }: ReturnType<typeof failingWith>) {
  const full = (path: string) => posix.join(base, path)
  return {
    sizeOf: async (path: string) => {
      try {
        return (await ask(client.stat(full(path)))).size
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    makeFolder: async (path: string) => {
      // Another copy may create the same folder between the check and the creation.
      const make = () => ask(client.mkdir(full(path), true))
      await make().catch(make)
    },
    write: (path: string, bytes: Readable, from: number) => {
      const there = client.createWriteStream(full(path), from > 0 ? { flags: 'r+', start: from } : { flags: 'w' })
      return transfer((watched) => pipeline(bytes, watched, there))
    },
    rename: async (from: string, to: string, isReplacing: boolean) => {
      // The plain rename, which every server supports, does not replace an existing file.
      const plainly = () => ask(client.rename(full(from), full(to)))
      await (isReplacing ? ask(client.posixRename(full(from), full(to))).catch(plainly) : plainly())
    },
    remove: async (path: string) => {
      await ask(client.delete(full(path), true))
    },
  }
}

/**
 * Connects by SSH. Without a fingerprint, any server that accepts the password is trusted.
 * @param patienceMs how long an answer may be waited for
 */
export async function connectSsh(address: Address, patienceMs = PATIENCE_MS): Promise<Session> {
  const { default: Client } = await import('ssh2-sftp-client')
  const { user, password, folder, fingerprint } = address
  const line = new AbortController()
  const end = () => line.abort(new Error('the connection was lost'))
  const client = new Client('vypusk', { error: end, end, close: end })
  const shown: string[] = []
  const isKnown = (key: Buffer) => {
    shown.push(createHash('sha256').update(key).digest('base64').replace(/=+$/, ''))
    return fingerprint === null || shown.includes(fingerprint)
  }
  try {
    const sock = await promptSocket(address)
    const access = { username: user, password, sock, hostVerifier: isKnown, readyTimeout: PATIENCE_MS, ...KEEPALIVE }
    await client.connect(access)
    const answering = failingWith(line, patienceMs)
    const home = await answering.ask(client.realPath('.'))
    const close = () => {
      line.abort(new Error('the connection was closed'))
      void client.end().catch(() => {})
    }
    return { ...sessionOf(client, posix.resolve(home, folder), answering), close }
  } catch (error) {
    void client.end().catch(() => {})
    if (fingerprint !== null && shown.length > 0 && !shown.includes(fingerprint)) {
      throw new StrangeServer(`the host key is ${shown.join()}`)
    }
    throw error
  }
}
