import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { settings as contract } from '@vypusk/contract'
import { testApp } from '../../../testing/app.ts'
import { freePort } from '../../../testing/port.ts'
import { makePeople } from '../../../testing/making/make.ts'
import { readSettings, SettingsError } from '../../settings.ts'
import { openCheckedStore, openStoreOfService } from './open.ts'

/** Starts a storage that answers everything with this status. @returns S3_URL */
async function answering(status: number): Promise<string> {
  const server = createServer((_request, reply) => void reply.writeHead(status).end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://key:secret@127.0.0.1:${(server.address() as AddressInfo).port}/bucket`
}

/** @returns S3_URL of a storage that is not running */
const nobody = async () => `http://key:secret@127.0.0.1:${await freePort()}/bucket`

const openAt = async (s3Url: string) => {
  const said: string[] = []
  await openStoreOfService(readSettings({ S3_URL: s3Url }), ({ message }) => void said.push(message))
  return said
}

test.each([400, 401, 403, 404])('the service does not start with an S3_URL that is answered by %i', async (status) => {
  await expect(openAt(await answering(status))).rejects.toThrow(/^Хранилище S3_URL \(.*\/bucket\) не принимает файлы: /)
})

test.each([429, 500, 503])('a storage that answers %i may work in a minute, and the service starts', async (status) => {
  expect(await openAt(await answering(status))).toEqual([
    expect.stringMatching(/^Хранилище S3_URL .* не принимает файлы/),
  ])
})

test('the service works without a storage that nobody answers for, and says that it does not', async () => {
  const S3_URL = await nobody()
  expect(await openAt(S3_URL)).toEqual([expect.stringContaining('по этому адресу никто не отвечает')])
  const product = await testApp({ S3_URL })
  onTestFinished(() => product.close())
  await makePeople(product.deps.db)
  const { body } = await (await product.as('admin'))(contract.check, { params: { section: 'files' } })
  expect(body).toMatchObject({ is_ok: false, sentence: 'Хранилище недоступно' })
})

test('work that is nothing without files refuses for any reason', async () => {
  await expect(openCheckedStore(readSettings({ S3_URL: await nobody() }))).rejects.toThrow(SettingsError)
  await expect(openCheckedStore(readSettings({ S3_URL: await answering(503) }))).rejects.toThrow(SettingsError)
})
