import { afterAll, beforeAll, expect, test } from 'vitest'
import { releases, requests } from '@vypusk/contract'
import { readSheet } from 'read-excel-file/node'
import { makeCompany, makePerson } from '../../testing/making/make.ts'
import { releasesWorld } from '../../testing/releases.ts'
import { namesApart } from './port.ts'

/** Namesakes are told apart where nobody can open them: in workbooks and letters. */

let world: Awaited<ReturnType<typeof releasesWorld>>
beforeAll(async () => void (world = await releasesWorld()))
afterAll(() => world.product.close())

const AT = '2026-03-01T09:00:00.000Z'
const wharf = (name: string, deleted_at: string | null = null) =>
  makeCompany(world.db, { namecomp: `ООО ${name}`, deleted_at })

test('a hidden company has its number beside its namesake, which has none; two hidden ones both have', async () => {
  const hidden = await wharf('&quot;Верфь&quot;', AT)
  const present = await wharf('"Верфь"')
  const both = [await wharf('«Док»', AT), await wharf('«Док»', AT)]
  const alone = await wharf('«Заря»', AT)
  const called = await namesApart(world.db)
  const named = (idcomp: number, namecomp: string) => called.company({ idcomp, namecomp })
  expect(named(hidden, 'ООО &quot;Верфь&quot;')).toBe(`ООО "Верфь" (№ ${hidden})`)
  expect(named(present, 'ООО "Верфь"')).toBe('ООО "Верфь"')
  expect(both.map((id) => named(id, 'ООО «Док»'))).toEqual(both.map((id) => `ООО «Док» (№ ${id})`))
  expect(named(alone, 'ООО «Заря»')).toBe('ООО «Заря»')
})

test('people of one side are told apart, those of two companies by the company', async () => {
  const { db, people } = world
  const name = 'Иванов Иван'
  const of = (login: string, more = {}) => makePerson(db, login, { name, ...more })
  const [first, second, left] = [await of('iv1'), await of('iv2'), await of('iv3', { deleted_at: AT })]
  const client = await of('iv4', { isRivc: false, idcomp: people.company1 })
  const former = await of('iv5', { isRivc: false, idcomp: people.company1, is_blocked: true })
  const { person } = await namesApart(db)
  const numbered = [first, second, left, former]
  expect(numbered.map((id) => person({ id, name }))).toEqual(numbered.map((id) => `${name} (№ ${id})`))
  expect(person({ id: client, name })).toBe(name)
})

const rowsOf = async ({ raw }: { raw: Buffer }) => {
  const [head = [], ...rows] = await readSheet(raw)
  return rows.map((row) => Object.fromEntries(row.map((value, n) => [String(head[n]), value])))
}

test('workbooks have the numbers', async () => {
  const { db, staff, newRelease, newRequest } = world
  const [hidden, present] = [await wharf('«Маяк»', AT), await wharf('«Маяк»')]
  const [older, younger] = [
    await makePerson(db, 'sid1', { name: 'Сидоров Сидор' }),
    await makePerson(db, 'sid2', { name: 'Сидоров Сидор' }),
  ]
  const lists = { companies: [hidden, present], modules: [], users: [older, younger] }
  const release_id = await newRelease({ title: 'Тёзки', author_id: older }, lists)
  await newRequest({ idcomp: hidden, e_title: 'Тёзка', release_id })
  await newRequest({ idcomp: present, e_title: 'Тёзка', author_id: younger })
  const backlog = await rowsOf(
    await staff(requests.backlogSummary, { body: { search_string: 'Тёзка', order_by: 'id', isExcel: true } }),
  )
  expect(backlog.map((row) => row['Компания'])).toEqual([`ООО «Маяк» (№ ${hidden})`, 'ООО «Маяк»'])
  expect(backlog[1]).toMatchObject({ Автор: `Сидоров Сидор (№ ${younger})` })
  const [release] = await rowsOf(await staff(releases.summary, { body: { search_string: 'Тёзки', isExcel: true } }))
  expect(release).toMatchObject({
    Компании: expect.stringContaining(`ООО «Маяк» (№ ${hidden}): `),
    Люди: `Сидоров Сидор (№ ${older}), Сидоров Сидор (№ ${younger})`,
    Автор: `Сидоров Сидор (№ ${older})`,
  })
})
