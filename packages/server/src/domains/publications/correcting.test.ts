import { expect, test } from 'vitest'
import { drafts } from '@vypusk/contract'
import { openedDossier, textOf } from '../../testing/dossiers.ts'
import {
  draftOf,
  fileOf,
  get,
  idOf,
  lettersAbout,
  newRelease,
  publish,
  publishWorld,
} from '../../testing/publishing.ts'

/** Publications can be corrected. */

const world = publishWorld()

/** A publication of one file for client1's company. */
async function published() {
  const release = await newRelease(world)
  return { release, id: await idOf(world, await draftOf(world, {}, { release })) }
}

test('a corrected set and what it corrects link to each other, and its letter mentions it', async () => {
  const { id, release } = await published()
  const corrected = await idOf(world, await draftOf(world, { corrects: id }, { release }))
  expect((await get(world.client1, corrected)).body).toMatchObject({ corrects: id, corrected_by: [] })
  const former = (await get(world.client1, id)).body
  expect(former).toMatchObject({ corrects: null, corrected_by: [corrected] })
  expect((await get(world.manager, id)).body.history[0]).toMatchObject({ field: 'corrected_by', after: corrected })
  const [letter] = await lettersAbout(world, corrected, 'publication.published')
  expect(letter?.subject).toMatch(/^Исправленный комплект/)
  expect(letter?.text).toContain(`вместо публикации ${id}`)
})

test('a company that the corrected publication did not reach reads nothing of it', async () => {
  const { company1, company2, client1, client2, admin } = world.people
  const { id, release } = await published()
  const file = await fileOf(world)
  const recipients = { rivc: [admin], clients: [client1, client2] }
  const draft = await draftOf(
    world,
    { corrects: id, recipients },
    { release, files: [file], customers: [company1, company2] },
  )
  const { letters: shown } = (await world.manager(drafts.preview, { body: draft })).body
  const subjects = new Map(shown.map(({ company, subject }) => [company?.idcomp ?? null, subject]))
  expect(subjects.get(company2)).not.toMatch(/^Исправленный/)
  for (const idcomp of [company1, null]) expect(subjects.get(idcomp)).toMatch(/^Исправленный/)
  const corrected = await idOf(world, draft)
  const byTarget = new Map(
    (await lettersAbout(world, corrected, 'publication.published')).map(({ target, ...letter }) => [target, letter]),
  )
  expect(byTarget.get('client1@example.ru')?.text).toContain(`Вместо публикации: ${id}`)
  expect(byTarget.get('admin@example.ru')?.text).toContain(`Вместо публикации: ${id}`)
  const stranger = byTarget.get('client2@example.ru')
  expect(stranger?.subject).toMatch(/^Опубликован релиз/)
  expect(stranger?.text).not.toMatch(/вместо публикации/i)
  const records = await world.product.deps.db
    .selectFrom('history')
    .select(['chain', 'after'])
    .where('entity_id', '=', corrected)
    .where('field', '=', 'handed')
    .execute()
  const recordOf = (idcomp: number) =>
    JSON.stringify(records.find(({ chain }) => chain === `${release}/${idcomp}`)?.after)
  expect(recordOf(company1)).toContain(`Вместо публикации ${id}`)
  expect(recordOf(company2)).not.toContain('Вместо')
  const evidenceOf = async (idcomp: number) => {
    const opened = await openedDossier(world.manager, release, idcomp)
    const [own] = JSON.parse(textOf(opened.files, 'evidence.json'))
    return own.handed.find((one: { publication_id: number }) => one.publication_id === corrected).corrects
  }
  expect([await evidenceOf(company1), await evidenceOf(company2)]).toEqual([id, null])
})

test('a publication can only be corrected with its own releases', async () => {
  const { id } = await published()
  const other = await publish(world, await draftOf(world, { corrects: id }))
  expect([other.status, other.refusal?.errors]).toEqual([
    422,
    { corrects: [expect.stringContaining('В исправляемой публикации нет релиза')] },
  ])
  const none = await publish(world, await draftOf(world, { corrects: 999_999 }))
  expect(none.refusal?.errors).toEqual({ corrects: ['Исправляемая публикация не найдена: 999999'] })
})
