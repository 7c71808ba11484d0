import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startFtp, type FtpKind, type TestFtp } from '../../testing/servers/ftp.ts'
import { HANGING } from '../../testing/servers/ftp-ssh.ts'
import { remoteAt, type Copy } from './ftp.ts'

const KINDS: FtpKind[] = ['ftp', 'ftps', 'sftp']
/** What the libraries report when a connection breaks. */
const BROKEN = /close|lost|reset|FIN|EPIPE/i
/** How long tests let a server be silent. */
const SILENT_MS = 1500
const TEMPORARY = '.vypusk-1.part'
const PIECE = 'Twenty-five bytes in all. '.repeat(2500)

/** A file in ten pieces; `before` runs before each of them. */
const fileOf = (path: string[], before: (piece: number) => Promise<void> = async () => {}) => {
  const whole = Buffer.from(PIECE.repeat(10))
  const offsets: number[] = []
  const streams: Readable[] = []
  const open = (from: number) => {
    offsets.push(from)
    const stream = Readable.from(
      (async function* pieces() {
        for (let n = 0; n < 10; n += 1) {
          await before(n)
          const [start, end] = [(n * whole.length) / 10, ((n + 1) * whole.length) / 10]
          if (end > from) yield whole.subarray(Math.max(start, from), end)
        }
      })(),
    )
    streams.push(stream)
    return stream
  }
  const asked = { onProgress: () => {}, beforeNaming: async () => {}, signal: new AbortController().signal }
  const first = { isNamed: false, isRepeated: false }
  const copy: Copy = { path, temporary: TEMPORARY, size: whole.length, open, ...asked, ...first }
  return { copy, offsets, streams, whole: whole.toString() }
}

describe.each(KINDS)('%s', (kind) => {
  let server: TestFtp
  beforeAll(async () => {
    server = await startFtp(kind)
  })
  afterAll(() => server.stop())

  it('creates folders, keeps Russian names and reports progress', async () => {
    const path = ['ООО Порт', 'Релиз 2026.12', 'Обновление №5.zip']
    const { copy, whole } = fileOf(path)
    const progress: number[] = []
    await remoteAt(server.url).copy({ ...copy, onProgress: (copied) => void progress.push(copied) })
    expect(await server.files()).toEqual({ [path.join('/')]: whole })
    expect([progress[0], progress.at(-1)]).toEqual([0, copy.size])
  })

  it('is tried out with a file that is removed again, in a folder that is created', async () => {
    const before = await server.files()
    await remoteAt(server.url.replace(/\/(\?|$)/, '/новая$1')).tryOut(AbortSignal.timeout(10_000))
    expect(await server.files()).toEqual(before)
    const refused = remoteAt(server.urlWith({ password: 'wrong' })).tryOut(AbortSignal.timeout(10_000))
    await expect(refused).rejects.toThrow(/530|authentication|login/i)
    await expect(remoteAt(server.url).tryOut(AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late')
  })

  it('does not replace a file of somebody else, even of its own size', async () => {
    const path = ['АО Чужое', 'Релиз', 'update.zip']
    await mkdir(join(server.folder, 'АО Чужое/Релиз'), { recursive: true })
    const { copy, offsets } = fileOf(path)
    for (const foreign of ['чужое', 'x'.repeat(copy.size)]) {
      await writeFile(join(server.folder, ...path), foreign)
      await expect(remoteAt(server.url).copy(copy)).rejects.toMatchObject({ name: 'NameTaken' })
      expect((await server.files())[path.join('/')]).toBe(foreign)
    }
    // What has arrived gets the other name.
    await remoteAt(server.url).copy({ ...copy, path: [...path.slice(0, -1), 'update (5).zip'] })
    expect(offsets).toEqual([0])
    expect(Object.keys(await server.files()).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('repeated replaces the existing file; one that got its name and died is not copied again', async () => {
    const path = ['АО Меридиан', 'Релиз', 'update.zip']
    await mkdir(join(server.folder, 'АО Меридиан/Релиз'), { recursive: true })
    await writeFile(join(server.folder, ...path), 'старое')
    const { copy, offsets, whole } = fileOf(path)
    await remoteAt(server.url).copy({ ...copy, isRepeated: true })
    await remoteAt(server.url).copy({ ...copy, isNamed: true })
    expect((await server.files())[path.join('/')]).toBe(whole)
    expect(offsets).toEqual([0])
  })

  it('copies an empty file', async () => {
    const { copy } = fileOf(['Пусто', 'Релиз', 'empty.txt'])
    await remoteAt(server.url).copy({ ...copy, size: 0, open: () => Readable.from([]) })
    expect((await server.files())['Пусто/Релиз/empty.txt']).toBe('')
  })

  it('an interrupted copy leaves nothing under the final name, and is continued where it broke off', async () => {
    const path = ['ПАО Волга', 'Релиз', 'large.bin']
    const half = async () => (await server.files())[`ПАО Волга/Релиз/${TEMPORARY}`] ?? ''
    const broken = fileOf(path, async (piece) => {
      if (piece < 6) return
      await expect.poll(half).not.toBe('')
      await server.kill()
    })
    await expect(remoteAt(server.url).copy(broken.copy)).rejects.toThrow(BROKEN)
    expect(broken.streams.map(({ destroyed }) => destroyed)).toEqual([true])
    const kept = await half()
    expect(kept).not.toBe('')
    expect((await server.files())[path.join('/')]).toBeUndefined()
    await server.start()
    const again = fileOf(path)
    await remoteAt(server.url).copy(again.copy)
    expect(again.offsets[0]).toBe(Buffer.byteLength(kept))
    const files = await server.files()
    expect(files[path.join('/')]).toBe(again.whole)
    expect(Object.keys(files).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it.each(['while it is sent', 'before it gets its name'])('an aborted copy leaves nothing: %s', async (when) => {
    const path = ['Отозвано', 'Релиз', 'large.bin']
    const stopping = new AbortController()
    const { signal } = stopping
    const there = async () => Object.keys(await server.files()).filter((name) => name.startsWith('Отозвано'))
    const { copy, streams } = fileOf(path, async (piece) => {
      if (when !== 'while it is sent' || piece < 6) return
      await expect.poll(there).toEqual([`Отозвано/Релиз/${TEMPORARY}`])
      stopping.abort()
    })
    const beforeNaming = async () => stopping.abort()
    await expect(remoteAt(server.url).copy({ ...copy, signal, beforeNaming })).rejects.toThrow('abort')
    expect(streams.map(({ destroyed }) => destroyed)).toEqual([true])
    expect(await there()).toEqual([])
  })

  it('starts over if the existing bytes cannot be the beginning, and refuses a file of another length', async () => {
    const path = ['Длина', 'Релиз', 'file.bin']
    const { copy } = fileOf(path)
    const shorter = { ...copy, size: copy.size - 5 }
    await expect(remoteAt(server.url).copy(shorter)).rejects.toThrow(/arrived/)
    expect((await server.files())[path.join('/')]).toBeUndefined()
    await writeFile(join(server.folder, 'Длина/Релиз', TEMPORARY), 'я'.repeat(copy.size))
    await remoteAt(server.url).copy(copy)
    expect((await server.files())[path.join('/')]).toHaveLength(PIECE.length * 10)
  })

  it('reports a refused sign-in, and breaks off when the product ends', async () => {
    const { copy } = fileOf(['Отказ', 'Релиз', 'file.bin'])
    await expect(remoteAt(server.urlWith({ password: 'другой' })).copy(copy)).rejects.toThrow(/login|authentication/i)
    const remote = remoteAt(server.url)
    const endless = fileOf(['Отказ', 'Релиз', 'file.bin'], async (piece) => {
      if (piece === 3) remote.close()
    })
    await expect(remote.copy(endless.copy)).rejects.toThrow(/clos/i)
    expect(endless.streams.map(({ destroyed }) => destroyed)).toEqual([true])
    await expect(remote.copy(copy)).rejects.toThrow('ending')
  })
})

describe.each<FtpKind>(['ftps', 'sftp'])('%s with a pinned fingerprint', (kind) => {
  it('sends nothing to another server', async () => {
    const server = await startFtp(kind)
    const { copy } = fileOf(['Чужой', 'Релиз', 'file.bin'])
    const other = server.urlWith({ fingerprint: 'A'.repeat(43) })
    await expect(remoteAt(other).copy(copy)).rejects.toMatchObject({ name: 'StrangeServer' })
    expect(await server.files()).toEqual({})
    await server.stop()
  })
})

describe('a server of SFTP that stays connected', () => {
  let server: TestFtp
  beforeAll(async () => {
    server = await startFtp('sftp')
  })
  afterAll(() => server.stop())
  const remote = () => remoteAt(server.url, SILENT_MS)

  it('is given up when it answers no question', async () => {
    const { copy } = fileOf(['ООО Порт', 'Релиз', HANGING.questions])
    await expect(remote().copy(copy)).rejects.toThrow('timed out')
  })

  it('is given up when it takes no more bytes', async () => {
    const { copy, streams } = fileOf(['ООО Порт', 'Релиз', 'file.bin'])
    await expect(remote().copy({ ...copy, temporary: HANGING.writes })).rejects.toThrow('timed out')
    expect(streams.map(({ destroyed }) => destroyed)).toEqual([true])
  })

  it('is not blamed for bytes that come slowly', async () => {
    const path = ['ООО Порт', 'Релиз', 'slow.bin']
    const { copy, whole } = fileOf(path, (piece) => pause(piece % 5 === 0 ? 1.5 * SILENT_MS : 0))
    await remote().copy({ ...copy, temporary: '.vypusk-slow.part' })
    expect((await server.files())[path.join('/')]).toBe(whole)
  })
})

it('trusts no certificate without a known authority', async () => {
  const server = await startFtp('ftps')
  const { copy } = fileOf(['Чужой', 'Релиз', 'file.bin'])
  await expect(remoteAt(server.urlWith({ fingerprint: null })).copy(copy)).rejects.toMatchObject({
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  })
  await server.stop()
})

// Servers of FTP replace what is there.
it('by SFTP, a file of somebody else that comes at the last moment is not replaced', async () => {
  const server = await startFtp('sftp')
  onTestFinished(() => server.stop())
  const path = ['АО Чужое', 'Последний миг', 'update.zip']
  const { copy } = fileOf(path)
  const beforeNaming = () => writeFile(join(server.folder, ...path), 'чужое')
  await expect(remoteAt(server.url).copy({ ...copy, beforeNaming })).rejects.toMatchObject({ name: 'NameTaken' })
  const { [path.join('/')]: foreign, ...rest } = await server.files()
  expect(foreign).toBe('чужое')
  await remoteAt(server.url).copy({ ...copy, isNamed: true, path: [...path.slice(0, -1), 'update (5).zip'] })
  expect(Object.keys(rest).some((name) => name.endsWith('.part'))).toBe(true)
  expect(Object.keys(await server.files()).filter((name) => name.includes('.part'))).toEqual([])
})
