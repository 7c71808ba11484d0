import { once } from 'node:events'
import { link, mkdir, open, rm, stat, type FileHandle } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, posix } from 'node:path'
import ssh2, { type SFTPWrapper } from 'ssh2'
import type { Entrance } from './ftp-plain.ts'
import { sshKey } from './server-keys.ts'

const { OPEN_MODE, STATUS_CODE, flagsToString } = ssh2.utils.sftp

/** The SFTP status of a file system error. */
function statusOf(error: unknown): number {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'ENOENT') return STATUS_CODE.NO_SUCH_FILE
  return code === 'EACCES' ? STATUS_CODE.PERMISSION_DENIED : STATUS_CODE.FAILURE
}

/** In the names of files that the server never answers questions about, or of which it takes no more than the first bytes. */
export const HANGING = { questions: 'зависший диск', writes: 'зависшая запись' }

/** The part of SFTP that is needed for writing, on a folder of this machine. */
function serveFiles(sftp: SFTPWrapper, folder: string): void {
  const handles = new Map<number, FileHandle>()
  const hanging = new Set<number>()
  let last = 0
  const at = (path: string) => join(folder, posix.resolve('/', path))
  const handleOf = (handle: Buffer) => {
    const file = handles.get(handle.readUInt32BE())
    if (!file) throw new Error('no such handle')
    return file
  }
  /** Answers with a status unless the work has already answered. */
  const answer = (id: number, work: () => Promise<boolean | void>) =>
    void work().then(
      (hasAnswered) => hasAnswered || sftp.status(id, STATUS_CODE.OK),
      (error: unknown) => sftp.status(id, statusOf(error)),
    )
  const attrs = (id: number, path: string) =>
    answer(id, async () => {
      // A disk that hangs: SSH itself goes on answering.
      if (path.includes(HANGING.questions)) return true
      const { mode, uid, gid, size, atimeMs, mtimeMs } = await stat(at(path))
      sftp.attrs(id, { mode, uid, gid, size, atime: atimeMs / 1000, mtime: mtimeMs / 1000 })
      return true
    })
  const gone = new AbortController()
  sftp.on('close', () => {
    gone.abort()
    handles.forEach((file) => void file.close().catch(() => {}))
  })
  sftp.on('STAT', attrs)
  sftp.on('LSTAT', attrs)
  sftp.on('REALPATH', (id, path) => {
    sftp.name(id, [
      {
        filename: posix.resolve('/', path),
        longname: '',
        attrs: { mode: 0, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 },
      },
    ])
  })
  sftp.on('MKDIR', (id, path) => answer(id, () => mkdir(at(path))))
  sftp.on('REMOVE', (id, path) => answer(id, () => rm(at(path))))
  // As in OpenSSH: the plain rename does not replace a file.
  sftp.on('RENAME', (id, from, to) =>
    answer(id, async () => {
      await link(at(from), at(to))
      await rm(at(from))
    }),
  )
  sftp.on('OPEN', (id, path, flags) =>
    answer(id, async () => {
      const file = await open(at(path), flagsToString(flags & ~OPEN_MODE.EXCL) ?? 'r')
      // The client has disconnected in the meantime.
      if (gone.signal.aborted) return file.close()
      const handle = Buffer.alloc(4)
      handle.writeUInt32BE(++last)
      handles.set(last, file)
      if (path.includes(HANGING.writes)) hanging.add(last)
      sftp.handle(id, handle)
      return true
    }),
  )
  sftp.on('WRITE', (id, handle, offset, data) =>
    answer(id, async () => {
      if (offset > 0 && hanging.has(handle.readUInt32BE())) return true
      await handleOf(handle).write(data, 0, data.length, offset)
      return false
    }),
  )
  sftp.on('FSTAT', (id, handle) =>
    answer(id, async () => {
      const { mode, uid, gid, size } = await handleOf(handle).stat()
      sftp.attrs(id, { mode, uid, gid, size, atime: 0, mtime: 0 })
      return true
    }),
  )
  sftp.on('FSETSTAT', (id) => sftp.status(id, STATUS_CODE.OK))
  sftp.on('CLOSE', (id, handle) =>
    answer(id, async () => {
      await handleOf(handle).close()
      handles.delete(handle.readUInt32BE())
    }),
  )
}

/** Serves files over SSH. */
export async function serveSsh({ folder, port, user, password }: Entrance): Promise<void> {
  const server = new ssh2.Server({ hostKeys: [sshKey] }, (client) => {
    client.on('error', () => {})
    client.on('authentication', (attempt) => {
      const isRight = attempt.method === 'password' && attempt.username === user && attempt.password === password
      if (isRight) attempt.accept()
      else attempt.reject(['password'])
    })
    client.on('session', (accept) => {
      accept().on('sftp', (take) => serveFiles(take(), folder))
    })
  })
  // As in OpenSSH: otherwise each answer would wait for the next request.
  const listener = createServer({ noDelay: true }, (socket) => server.injectSocket(socket)).listen(port, '127.0.0.1')
  await once(listener, 'listening')
}
