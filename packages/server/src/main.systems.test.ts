import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freshBundle } from './platform/runtime/bundle.ts'
import { deferDdl } from './platform/database/deferred-ddl.ts'
import { startEmbedded } from './platform/embedded.ts'
import { temporaryFolder } from './testing/folder.ts'
import { PATIENT } from './testing/patience.ts'
import { freePort } from './testing/port.ts'
import { databasePid, launch } from './testing/processes/launch.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder('main')
})
afterEach(() => folder.remove())

const start = (env: Record<string, string> = {}) => launch(folder.path, env)
const serverPid = () => databasePid(folder.path)

describe('the process, started again', () => {
  it('ends in order in the middle of its first start, and the next start works', async () => {
    const first = start({ DEMO: 'on' })
    await expect.poll(serverPid).toBeGreaterThan(0)
    first.kill('SIGTERM')
    expect(await first.exit).toBe(0)
    expect(first.output()).not.toContain('Error')
    expect(await serverPid()).toBeUndefined()

    const second = start({ DEMO_REQUESTS: '100', DEMO: 'on' })
    await second.until('Выпуск открыт')
    second.kill('SIGTERM')
    expect(await second.exit).toBe(0)
  })

  it('after a kill in the middle of making demo data, leaves none of its files', async () => {
    const files = async () => {
      const names = await readdir(join(folder.path, 'files'), { recursive: true }).catch(() => [])
      return names.filter((name) => name.length > 2)
    }
    const first = start({ DEMO_REQUESTS: '5000', DEMO: 'on' })
    await expect.poll(files, { ...PATIENT, interval: 10 }).not.toEqual([])
    first.kill('SIGKILL')
    await first.exit
    const second = start({ DEMO: 'off' })
    await second.until('его файлы убраны')
    await second.until('Выпуск открыт')
    expect(await files()).toEqual([])
    second.kill('SIGTERM')
    expect(await second.exit).toBe(0)
  })

  it('after a kill, starts on the database that survived it, and stops the database at its own end', async () => {
    const first = start()
    await first.until('Выпуск открыт')
    const pid = await serverPid()
    first.kill('SIGKILL')
    await first.exit
    const second = start()
    await second.until('Выпуск открыт')
    expect(await serverPid()).toBe(pid)
    second.kill('SIGTERM')
    expect(await second.exit).toBe(0)
    expect(await serverPid()).toBeUndefined()
  })

  it('opens before it runs what an earlier start has deferred, and reports when that is done', async () => {
    const first = start()
    await first.until('Выпуск открыт')
    const { config, stop } = await startEmbedded({ dataDir: folder.path, log: { info() {}, warn() {} } })
    const client = new pg.Client(config)
    await client.connect()
    await deferDdl(client, ['alter table users validate constraint users_company_fk'])
    await client.end()
    first.kill('SIGTERM')
    await first.exit
    await stop()
    const second = start()
    await second.until('доведена до конца')
    expect(second.output().indexOf('Выпуск открыт')).toBeLessThan(second.output().indexOf('осталось работ: 1'))
    second.kill('SIGTERM')
    expect(await second.exit).toBe(0)
  })
})

/** Prints which module the process starts with. */
const PRINT_START = `import { registerHooks } from 'node:module'
registerHooks({
  load: (url, context, next) => {
    if (/\\/packages\\/server\\/(src|dist)\\/start\\.[jt]s$/.test(url)) console.log('starts with ' + url)
    return next(url, context)
  },
})`

describe('the process', () => {
  it('runs the bundle when it is made of the present sources', async () => {
    const build = fileURLToPath(new URL('../build/bundle.ts', import.meta.url))
    await promisify(execFile)(process.execPath, [build])
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(PRINT_START)}`
    // A refused setting ends the process at once; the bundle is loaded by then.
    const server = start({ NODE_OPTIONS, PORT: 'восемь' })
    await server.exit
    expect(server.output()).toContain(`starts with ${pathToFileURL(freshBundle() ?? 'no bundle').href}`)
  })

  it('ends in order on Ctrl+C, which npm sends a second time, and stops the database', async () => {
    const server = start()
    await server.until('Первый администратор: npm run admin -- --login')
    expect(await serverPid()).toBeGreaterThan(0)
    server.kill('SIGINT')
    server.kill('SIGINT')
    expect(await server.exit).toBe(0)
    expect(await serverPid()).toBeUndefined()
  })

  it.each([
    [{ PORT: 'восемь' }, 'Переменная PORT задана неверно'],
    [{ S3_URL: 's3://bucket' }, 'Переменная S3_URL задана'],
    [{ TZ: 'Mars/X' }, 'Переменная TZ задана неверно: ожидается часовой пояс'],
    [{ HOST: '203.0.113.1' }, 'Адреса 203.0.113.1 на этой машине нет'],
  ])('refuses to start with a sentence: %j', async (env, sentence) => {
    const server = start(env)
    expect(await server.exit).toBe(1)
    expect(server.output()).toContain(sentence)
    expect(server.output()).not.toContain('at ')
  })

  it('opens without its storage of files, and says so', async () => {
    const server = start({ S3_URL: `http://key:secret@127.0.0.1:${await freePort()}/bucket` })
    await server.until('Выпуск открыт')
    expect(server.output()).toContain('не принимает файлы: по этому адресу никто не отвечает')
    server.kill('SIGTERM')
    expect(await server.exit).toBe(0)
  })

  it('reports that the port is taken, and leaves no database running', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const server = start({ PORT: String(port) })
    expect(await server.exit).toBe(1)
    expect(server.output()).toContain(`Порт ${port} занят`)
    expect(await serverPid()).toBeUndefined()
    other.close()
  })
})
