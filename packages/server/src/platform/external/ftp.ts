import { randomUUID } from 'node:crypto'
import { posix } from 'node:path'
import { addAbortSignal, pipeline, Readable, Transform } from 'node:stream'
import { addressOf } from './ftp/address.ts'
import { giveName, NameTaken, removeAside } from './ftp/naming.ts'
import { connectPlain } from './ftp/plain.ts'
import { connectSsh } from './ftp/ssh.ts'
import { PATIENCE_MS, type Session } from './ftp/session.ts'

/** A file to be copied to the server of FTP_URL. */
export interface Copy {
  /** Its destination: folders first, then the file name; no part contains a slash. */
  path: string[]
  /**
   * Its name until it is complete. It is unique to this copy, so any file already there under the name is its
   * beginning.
   */
  temporary: string
  /** Size in bytes. */
  size: number
  open: (from: number) => Readable
  /** Called with the number of bytes sent so far. */
  onProgress: (copied: number) => void
  /**
   * Whether an earlier attempt has come to `beforeNaming`: without its temporary file it had got its name, and died before
   * that was recorded.
   */
  isNamed: boolean
  /** Whether this copy stood there already and is written anew: only then it replaces what is there. */
  isRepeated: boolean
  /** Awaited before the copy gets its own name: the last moment to abort it. */
  beforeNaming: () => Promise<void>
  /** Aborted when the file is no longer to be there: what has arrived of it, in earlier attempts too, is removed. */
  signal: AbortSignal
}

/** The copy arrived shorter or longer than its file. */
export class WrongSize extends Error {
  override name = 'WrongSize'
}

/** The server that publications are copied to. */
export interface Remote {
  /** Copies one file, continuing where an earlier attempt broke off. If it throws, the copy can be tried again. */
  copy(copy: Copy): Promise<void>
  /** Writes a small file under a temporary name, checks its size and removes it. Throws the same errors as a copy. */
  tryOut(signal: AbortSignal): Promise<void>
  /** Interrupts copies in progress; nothing more is copied. */
  close(): void
  /** True after `close`, which then explains any further failure. */
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

/** The size of what is already there, if it can be the file's beginning. */
async function kept(session: Session, half: string, size: number): Promise<number> {
  const there = (await session.sizeOf(half)) ?? 0
  if (there <= size) return there
  await session.remove(half)
  return 0
}

async function send(session: Session, half: string, { size, open, onProgress, signal }: Copy): Promise<void> {
  const from = await kept(session, half, size)
  onProgress(from)
  if (from === size && size > 0) return
  const bytes = addAbortSignal(signal, open(from))
  // Errors on either side are reported by the write. If the server disconnects, neither side fails and the file stays
  // open.
  const counted = pipeline(bytes, counting(from, onProgress), () => {})
  await session.write(half, counted, from).finally(() => bytes.destroy())
}

const halfOf = ({ path, temporary }: Copy) => posix.join(...path.slice(0, -1), temporary)

/**
 * Writes under a temporary name, checks the size and then renames, so that an incomplete file is never seen under its
 * own name. A file of somebody else is never replaced, whatever its size.
 */
async function copyBy(session: Session, copy: Copy): Promise<void> {
  const final = posix.join(...copy.path)
  const folder = posix.dirname(final)
  const half = halfOf(copy)
  await session.makeFolder(folder)
  const hadName = copy.isNamed && (await session.sizeOf(half)) === undefined
  if (hadName && (await session.sizeOf(final)) === copy.size) return removeAside(session, half)
  await send(session, half, copy)
  const arrived = await session.sizeOf(half)
  if (arrived !== copy.size) {
    await session.remove(half)
    throw new WrongSize(`${arrived} bytes of ${copy.size} arrived`)
  }
  // Asked at the last moment, because a large file takes hours.
  const isOwn = hadName || copy.isRepeated
  if (!isOwn && (await session.sizeOf(final)) !== undefined) throw new NameTaken(`${final} is taken`)
  await copy.beforeNaming()
  copy.signal.throwIfAborted()
  await giveName(session, half, final, isOwn)
  if (copy.isNamed) await removeAside(session, half)
}

/** Copies, and leaves nothing of a copy that is aborted. @param within runs the work over a connection of its own */
async function copyOrRemove(within: (work: (session: Session) => Promise<void>) => Promise<void>, copy: Copy) {
  try {
    // Aborted before it began, too: an earlier attempt may have left the beginning of the file.
    copy.signal.throwIfAborted()
    await within((session) => copyBy(session, copy))
  } catch (error) {
    // Over another connection: after a broken transfer, the next answer on this one may still be about that.
    if (copy.signal.aborted) await within((session) => session.remove(halfOf(copy))).catch(() => {})
    throw error
  }
}

async function tryOutBy(session: Session): Promise<void> {
  const bytes = Buffer.from('Выпуск: проверка связи')
  const path = `.vypusk-${randomUUID()}.part`
  // Creates the folder of FTP_URL, as the first copy would.
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

/**
 * @param url `ftp:`, `ftps:` or `sftp:`, see ftp/address.ts
 * @param patienceMs how long a server of SFTP may leave a question unanswered
 */
export function remoteAt(url: string, patienceMs = PATIENCE_MS): Remote {
  const { protocol, ...address } = addressOf(url)
  const connect = (): Promise<Session> =>
    protocol === 'sftp:' ? connectSsh(address, patienceMs) : connectPlain(address, protocol === 'ftps:')
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
    copy: (copy) => copyOrRemove(within, copy),
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
