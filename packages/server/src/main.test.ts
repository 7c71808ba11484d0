import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from './testing/folder.ts'
import { databasePid, launch } from './testing/launch.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder('main')
})
afterEach(() => folder.remove())

const start = (env: Record<string, string> = {}) => launch(folder.path, env)
const serverPid = () => databasePid(folder.path)

describe('the process', () => {
  it('ends in order on Ctrl+C, which npm sends it a second time, and takes the database along', async () => {
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
    expect(server.said()).toContain(sentence)
    expect(server.said()).not.toContain('at ')
  })

  it('says that the port is taken, and leaves no database behind', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const server = start({ PORT: String(port) })
    expect(await server.exit).toBe(1)
    expect(server.said()).toContain(`Порт ${port} занят`)
    expect(await serverPid()).toBeUndefined()
    other.close()
  })
})
