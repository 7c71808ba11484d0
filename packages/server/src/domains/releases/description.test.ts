import { afterAll, describe, expect, test } from 'vitest'
import { releases } from '@vypusk/contract'
import { releasesWorld } from '../../testing/releases.ts'
import { makeModule } from '../../testing/making/make.ts'
import { wordOf } from '../../testing/word.ts'

const { product, db, people, staff, client, newRelease, newRequest } = await releasesWorld()
afterAll(() => product.close())

const docOf = async (id: number, api = staff, query = {}) => {
  const reply = await api(releases.descriptionDoc, { params: { id }, query })
  expect(reply.status).toBe(200)
  return wordOf(reply)
}
const saveText = (id: number, description: string, version?: number) =>
  staff(releases.saveDescription, { params: { id }, body: { description, version } })

describe('the text of the release itself', () => {
  test('is cleaned and recorded, and a stale version is refused with the current one', async () => {
    const id = await newRelease()
    const saved = await saveText(id, '<p onclick="x()">Новое</p><script>1</script>', 1)
    expect(saved.body).toEqual({ message: 'Success', version: 2 })
    const { body } = await staff(releases.getDescription, { params: { id } })
    expect(body).toEqual({ description: '<p>Новое</p>', requests: [] })
    const late = await saveText(id, '<p>Опоздал</p>', 1)
    expect([late.status, late.refusal['current']]).toEqual([
      409,
      expect.objectContaining({ description: '<p>Новое</p>', version: 2 }),
    ])
    const { changes } = (await staff(releases.getHistory, { params: { id } })).body
    expect(changes).toMatchObject([{ field: 'description', before: '', after: '<p>Новое</p>' }])
  })

  test('cannot be changed in a deleted release', async () => {
    expect((await saveText(987_654, '')).status).toBe(404)
  })
})

const foreign = { idcomp: people.company2, author_id: people.client2 }
const second = await makeModule(db, [people.company1, people.company2], { namemod: 'Ящики' })
const release_id = await newRelease({
  title: 'Релиз <А> & «Б»',
  plan_date: '2026-03-31',
  short_description: 'Коротко<br>в две строки',
  description: '<h2>Общее</h2><p>О релизе</p>',
})
const text = (overrides: object) => newRequest({ release_id, ...overrides })
await text({ e_title: 'Слитая', isSolo: false, description: '<h2>Внутри слитой</h2><p>Текст слитой</p>' })
await text({ e_title: 'Ненаписанная', isSolo: false })
await text({ e_title: 'Отдельная', isSolo: true, description: '<p>Текст отдельной</p>' })
await text({ ...foreign, e_title: 'Чужая', isSolo: true, description: '<p>Чужой текст</p>' })
await text({ ...foreign, e_title: 'Чужая ненаписанная', isSolo: false, idmod: second })

describe('the Word document', () => {
  test('has the same content as the page, by module, separate items under their titles', async () => {
    const seen = await docOf(release_id)
    expect(seen).toContain('<p class="kind">Описание релиза</p><p class="title">Релиз &lt;А&gt; &amp; «Б»</p>')
    expect(seen).toContain('<p>Плановая дата 31.03.2026</p><p>Коротко<br />в две строки</p>')
    expect(seen).toContain('<h1>Общее</h1><p>О релизе</p>')
    expect(seen).toMatch(
      /<h1>Модуль [a-j]+<\/h1><h2>Внутри слитой<\/h2><p>Текст слитой<\/p><ul><li>Ненаписанная<\/li><\/ul><h2>Отдельная<\/h2><p>Текст отдельной<\/p><h2>Чужая<\/h2>/,
    )
    expect(seen).toContain('<h1>Ящики</h1><ul><li>Чужая ненаписанная</li></ul>')
  })

  test('contains nothing of another company for a client, and staff can preview it', async () => {
    const seen = await docOf(release_id, client)
    expect(seen).toContain('Текст отдельной')
    for (const word of ['Чужая', 'Чужой', 'Ящики']) expect(seen).not.toContain(word)
    expect(await docOf(release_id, staff, { as_company: people.company1 })).toBe(seen)
    expect(await docOf(release_id, client, { as_company: people.company2 })).toBe(seen)
  })

  test('is saved under its own name', async () => {
    const { headers } = await staff(releases.descriptionDoc, { params: { id: release_id } })
    expect(decodeURIComponent(String(headers['content-disposition']))).toContain(`Описание релиза ${release_id}.docx`)
    expect(headers['content-type']).toContain('wordprocessingml')
  })

  test('has a note if the release is empty', async () => {
    expect(await docOf(await newRelease())).toContain('Описания пока нет')
  })

  test('a client gets 403 for a hidden or another company’s release, 404 for one that does not exist', async () => {
    const hidden = await newRelease({ is_visible_for_client: false })
    const statusOf = async (id: number) => (await client(releases.descriptionDoc, { params: { id } })).status
    expect([await statusOf(hidden), await statusOf(987_654)]).toEqual([403, 404])
  })
})
