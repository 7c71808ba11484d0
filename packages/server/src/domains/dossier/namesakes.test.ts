import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { openedDossier, textOf, verified } from '../../testing/dossiers.ts'
import { letterWorld, newAgreement, send } from '../../testing/letters.ts'
import { makeCompany, makeRelease } from '../../testing/making/make.ts'

const world = letterWorld()

test('a hidden company and another one of its name are told apart, each with its own letters', async () => {
  const { db } = world.product.deps
  const namecomp = 'ООО «Тёзка»'
  const hidden = await makeCompany(db, { namecomp, deleted_at: '2026-03-01T09:00:00.000Z' })
  const shown = await makeCompany(db, { namecomp })
  const own = await makeRelease(db, { author_id: world.people.manager }, { companies: [hidden, shown] })
  await db
    .updateTable('companies')
    .set({ deleted_at: null, namecomp: 'ООО «Прежняя»' })
    .where('idcomp', '=', hidden)
    .execute()
  for (const [company_id, address] of [
    [hidden, 'prezhnyaya@example.ru'],
    [shown, 'novaya@example.ru'],
  ] as const) {
    const terms = { release_id: own, company_id, recipients: [], recipientsExtra: [address] }
    await send(world, await newAgreement(world, terms))
  }
  await db
    .updateTable('companies')
    .set({ deleted_at: '2026-03-01T09:00:00.000Z', namecomp })
    .where('idcomp', '=', hidden)
    .execute()
  const { files: all } = await openedDossier(world.manager, own)
  const names = [`${namecomp} (№ ${hidden})`, `${namecomp} (№ ${shown})`]
  expect(verified(all).companies.map(({ company }) => company)).toEqual(names)
  const letters = JSON.parse(textOf(all, 'letters/letters.json'))
  expect(letters.map(({ companies }: { companies: string[] }) => companies)).toEqual(names.map((name) => [name]))
  const { 'word/document.xml': words } = unzipSync(all.get('dossier.docx')!)
  const [, ofHidden = '', ofShown = ''] = new TextDecoder().decode(words).split('Что происходило')
  expect([ofHidden, ofShown].map((part) => part.slice(part.indexOf('Письма')).match(/\w+aya@example.ru/g))).toEqual([
    ['prezhnyaya@example.ru'],
    ['novaya@example.ru'],
  ])
})
