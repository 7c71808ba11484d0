import { afterAll, expect, test } from 'vitest'
import { drafts, publications } from '@vypusk/contract'
import type { Api } from '../../testing/app.ts'
import { makeFile, makePublication } from '../../testing/making/make-publication.ts'
import { releasesWorld } from '../../testing/releases.ts'
import { wordOf } from '../../testing/word.ts'

const { product, db, people, staff, client, newRelease, newRequest } = await releasesWorld()
afterAll(() => product.close())
const client2 = await product.as('client2')

const { company1, company2, module, manager: author_id } = people
await db.updateTable('companies').set({ namecomp: 'ООО &quot;Вторая&quot;' }).where('idcomp', '=', company2).execute()
const common = await newRelease({ title: 'Общий релиз', terms: '<h2>Ночью</h2><p>Остановить обмен</p>' })
const second = await newRelease({ title: 'Релиз второй', description: '<p>О втором</p>' })
const text = (idcomp: number, words: string, release_id = common) =>
  newRequest({ release_id, idcomp, isSolo: true, e_title: `Заявка ${words}`, description: `<p>${words}</p>` })
await text(company1, 'наша')
await text(company2, 'соседская')
const fileOf = (file_name: string) =>
  makeFile(db, { file_name, uploaded_by: author_id, size: 1536, sha256: 'a'.repeat(64) })
const publication = await makePublication(
  db,
  { author_id, created_at: '2026-03-05T21:30:00.000Z', text: 'Ставим\nв субботу' },
  [
    { release_id: common, files: [await fileOf('Сборка <1>.zip')], modules: [module], customers: [company1, company2] },
    { release_id: second, files: [await fileOf('вторым.zip')], customers: [company2], notPublishingList: [company1] },
  ],
)

const ask = (id: number, api: Api, as_company?: number) =>
  api(publications.getPublicationDoc, { params: { id }, ...(as_company ? { query: { as_company } } : {}) })
const docOf = async (api: Api, as_company?: number) => wordOf(await ask(publication, api, as_company))

test('the document for staff contains everything', async () => {
  const seen = await docOf(staff)
  expect(seen).toContain('<p class="title">Общий релиз, Релиз второй</p>')
  expect(seen).toContain('05.03.2026 21:30')
  expect(seen).toContain('<p>Ставим<br />в субботу</p>')
  expect(seen).toMatch(/Сборка 1\.zip<br \/>SHA-256 a{64}.*1\.0.*1,5\sКБ/s)
  expect(seen).toContain('ООО "Вторая"')
  expect(seen).toMatch(/<h2>Что изменилось<\/h2><h3>.*<h4>Заявка наша<\/h4><p>наша<\/p><h4>Заявка соседская<\/h4>/s)
  expect(seen).toContain('<h2>Правила установки</h2><h3>Ночью</h3><p>Остановить обмен</p>')
  expect(seen).toMatch(/<h1>Релиз второй<\/h1>.*<p>О втором<\/p>/s)
})

test("a client's contains its own company's part and nothing of another", async () => {
  const seen = await docOf(client)
  expect(seen).toMatch(/<p class="title">Общий релиз<\/p>.*Сборка.*<p>наша<\/p>/s)
  for (const word of ['второй', 'вторым', 'Вторая', 'соседская', 'Компании']) expect(seen).not.toContain(word)
  expect(await docOf(client2)).toContain('соседская')
})

test('staff see what a company gets; a client cannot view as another company', async () => {
  expect(await docOf(staff, company1)).toBe(await docOf(client))
  expect(await docOf(client, company2)).toBe(await docOf(client))
})

test('nobody gets the document of a publication they may not see', async () => {
  const foreign = await makePublication(db, { author_id }, [{ release_id: second, customers: [company2] }])
  expect([
    (await ask(foreign, client)).status,
    (await ask(foreign, staff, company1)).status,
    (await ask(987_654, staff)).status,
  ]).toEqual([404, 404, 404])
})

test('the document of a draft equals the one of its publication, whole and for each company', async () => {
  const draft = {
    list: [
      { release: common, files: [await fileOf('Общая.zip')], modules: [module], customers: [company1, company2] },
      { release: second, files: [await fileOf('вторым-2.zip')], modules: [], customers: [company2] },
    ],
    recipients: { rivc: [], clients: [] },
    text: 'Ставим вместе',
    reason: 'Договорились',
  }
  const previewed = async (as_company?: number) =>
    wordOf(await staff(drafts.previewDoc, { body: draft, query: as_company ? { as_company } : {} }))
  const [whole, first] = [await previewed(), await previewed(company1)]
  expect(first).toContain('Общая.zip')
  for (const word of ['второй', 'вторым', 'Вторая', 'соседская', 'Договорились']) expect(first).not.toContain(word)
  expect((await client(drafts.previewDoc, { body: draft, query: {} })).status).toBe(403)
  const { id } = (await staff(publications.publish, { body: draft })).body
  const made = async (as_company?: number) =>
    (await wordOf(await ask(id, staff, as_company))).replaceAll(`Публикация ${id}`, 'Публикация')
  expect([await made(), await made(company1)]).toEqual([whole, first])
  const nothing = { ...draft, list: draft.list.slice(1) }
  expect((await staff(drafts.previewDoc, { body: nothing, query: { as_company: company1 } })).status).toBe(404)
})
