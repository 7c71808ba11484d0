import { drafts, publications } from '@vypusk/contract'
import type { ReplyOf } from '@vypusk/contract'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open } from '../../../testing/app.tsx'
import { manager } from '../../../testing/people.ts'
import { server } from '../../../testing/server.ts'

const [port, ships, avia] = ['АО «Порт»', 'ООО «Суда»', 'ПАО «Авиа»'].map((namecomp, n) => ({
  idcomp: n + 1,
  namecomp,
}))
const release = { id: 3, title: 'Релиз 5.8' }
const last = { publication_id: 7, at: '2026-02-02T09:00:00.000Z' }
const nothing = { added: [], removed: [], same: [], renewed: 0 }
const draft = {
  step: 3,
  list: [{ release: 3, title: release.title, modules: [], customers: [1, 2, 3], files: [], packages: [] }],
  rivc: [],
  clients: [],
  proposed: { companies: [], staff: [] },
  text: '',
  corrects: null,
  reason: '',
  changed: '2026-03-02T09:00:00.000Z',
}

async function shown(changes: ReplyOf<typeof drafts.preview>['changes']) {
  server.keepSilentOtherwise()
  server.answer(drafts.getDraft, () => ({ draft, updated_at: draft.changed }))
  server.answer(publications.getReleasesToPublish, () => ({ releases: [], upload_limit: 100 }))
  server.answer(drafts.preview, { letters: [], sets: [], changes, silent: [], without: [], digest: 'd', errors: {} })
  await open('/publication/0', manager)
  return screen.findByRole('region', { name: 'Кто что получит' })
}

it('shows before publishing how files differ from what each company was handed last', async () => {
  const preview = await shown([
    {
      release,
      companies: [port!],
      last,
      ...nothing,
      removed: ['prichaly-6.0.9.sql.gz'],
      same: ['права.zip'],
      renewed: 1,
    },
    { release, companies: [ships!], last, ...nothing, renewed: 2 },
    { release, companies: [avia!], last: null, ...nothing, added: ['prichaly-6.1.0.sql.gz'] },
  ])
  const [unusual, first, usual] = within(preview).getAllByRole('listitem')
  expect(unusual?.textContent).toMatch(
    /АО «Порт» – после публикации 7 от 02\.02\.2026Нет того, что было prichaly-6\.0\.9\.sql\.gzТот же файл права\.zipНовые версии прежних: 1 файл/,
  )
  expect(within(unusual!).getByRole('link').getAttribute('href')).toBe('/publication/7')
  expect(first?.textContent).toBe('ПАО «Авиа»Первый комплект')
  expect(usual?.textContent).toBe('Только новые версии тех же файлов: 1 компания')
})

it('shows no comparison when nobody was handed anything before', async () => {
  const preview = await shown([{ release, companies: [port!], last: null, ...nothing, added: ['a.zip'] }])
  expect(within(preview).queryByRole('region', { name: 'Отличия от прошлого комплекта' })).toBeNull()
})
