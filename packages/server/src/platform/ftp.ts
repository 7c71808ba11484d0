import { randomUUID } from 'node:crypto'
import { posix } from 'node:path'
import { pipeline, Readable, Transform } from 'node:stream'
import { addressOf } from './ftp/address.ts'
import { connectPlain } from './ftp/plain.ts'
import { connectSsh } from './ftp/ssh.ts'
import type { Session } from './ftp/session.ts'

/** One file on its way to the server that FTP_URL names. */
export interface Copy {
  /** Where it will be: parts that hold no slashes, folders first. */
  path: string[]
  /** What it is called until it is whole; of this copy alone, so that what is there under it is its beginning. */
  temporary: string
  /** Bytes. */
  size: number
  open: (from: number) => Readable
  /** Told how many bytes have left. */
  onProgress: (copied: number) => void
}

/** The copy arrived shorter or longer than its file. */
export class WrongSize extends Error {
  override name = 'WrongSize'
}

/** The server that publications are copied to. */
export interface Remote {
  /** One file, gone on with where an earlier try broke. Throws to be tried again. */
  copy(copy: Copy): Promise<void>
  /** Writes a small file under a temporary name, asks for its size and removes it. Throws what a copy would. */
  tryOut(signal: AbortSignal): Promise<void>
  /** Breaks off what is being copied; nothing more is. */
  close(): void
  /** What fails from now on fails because of that. */
  readonly closed: boolean
}

function counting(from: number, onProgress: (copied: number) => void): Transform {
  let copied = from
  return new Transform({
    transform: (piece: Buffer, _encoding, done) => {
      copied += piece.length
      onProgress(copied)
      done(null, piece)
    },
  })
}

/** What is there already, when it can be the file's beginning. */
async function kept(session: Session, half: string, size: number): Promise<number> {
  const there = (await session.sizeOf(half)) ?? 0
  if (there <= size) return there
  await session.remove(half)
  return 0
}

async function send(session: Session, half: string, { size, open, onProgress }: Copy): Promise<void> {
  const from = await kept(session, half, size)
  onProgress(from)
  if (from === size && size > 0) return
  const bytes = open(from)
  // What breaks on either side is said by the write; a server that went away breaks neither, and the file stays open.
  const counted = pipeline(bytes, counting(from, onProgress), () => {})
  await session.write(half, counted, from).finally(() => bytes.destroy())
}

/** Under a temporary name, checked by size, then renamed: nobody ever meets half a file under its name. */
async function copyBy(session: Session, copy: Copy): Promise<void> {
  const final = posix.join(...copy.path)
  const folder = posix.dirname(final)
  const half = posix.join(folder, copy.temporary)
  await session.makeFolder(folder)
  // Whoever copied it may have died between the rename and the note of it.
  if ((await session.sizeOf(final)) === copy.size && (await session.sizeOf(half)) === undefined) return
  await send(session, half, copy)
  const arrived = await session.sizeOf(half)
  if (arrived !== copy.size) {
    await session.remove(half)
    throw new WrongSize(`${arrived} bytes of ${copy.size} arrived`)
  }
  await session.rename(half, final)
}

async function tryOutBy(session: Session): Promise<void> {
  const bytes = Buffer.from('Выпуск: проверка связи')
  const path = `.vypusk-${randomUUID()}.part`
  // The folder of FTP_URL, which the first copy would make.
  await session.makeFolder('.')
  const trying = async () => {
    await session.write(path, Readable.from([bytes]), 0)
    return session.sizeOf(path)
  }
  const arrived = await trying().catch(async (error: unknown) => {
    await session.remove(path).catch(() => {})
    throw error
  })
  await session.remove(path)
  if (arrived !== bytes.length) throw new WrongSize(`${arrived} bytes of ${bytes.length} arrived`)
}

/** @param url `ftp:`, `ftps:` or `sftp:`, see ftp/address.ts */
export function remoteAt(url: string): Remote {
  const { protocol, ...address } = addressOf(url)
  const connect = (): Promise<Session> =>
    protocol === 'sftp:' ? connectSsh(address) : connectPlain(address, protocol === 'ftps:')
  const open = new Set<Session>()
  let closed = false
  const within = async (work: (session: Session) => Promise<void>) => {
    const session = await connect()
    open.add(session)
    try {
      if (closed) throw new Error('the server of the product is ending')
      await work(session)
    } finally {
      open.delete(session)
      session.close()
    }
  }
  return {
    copy: (copy) => within((session) => copyBy(session, copy)),
    tryOut: (signal) =>
      within(async (session) => {
        signal.addEventListener('abort', () => session.close(), { once: true })
        signal.throwIfAborted()
        await tryOutBy(session)
      }),
    get closed() {
      return closed
    },
    close: () => {
      closed = true
      for (const session of open) session.close()
    },
  }
}
