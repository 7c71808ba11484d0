import type { Contact, publications } from '@vypusk/contract'
import { expect, it } from 'vitest'
import {
  bodyOf,
  draftItem,
  emptyDraft,
  modulesIn,
  packageFor,
  proposing,
  versionIn,
  withFile,
  withItem,
  withoutFile,
  withoutItem,
  withPackage,
} from './draft.ts'

const [PORT, AVIA] = [1, 2]
const release: publications.ReleaseToPublish = {
  id: 10,
  title: '2026.12',
  step: { id: 3, name_step: 'Согласование', order: 3 },
  modules: [{ idmod: 5, namemod: 'Договоры', idsys: 1, system: 'Контур' }],
  companies: [
    { idcomp: PORT, namecomp: 'Порт' },
    { idcomp: AVIA, namecomp: 'Авиа' },
  ],
  notPublishingList: [AVIA],
  users: [],
  is_visible_for_client: true,
  readiness: { ready: true, called_off: false, agreed: 1, expected: 1, waiting: [], warned: [], unnamed: [] },
  published: 0,
}
const file = { id: 7, file_name: 'a.zip', version: '1.0', size: 1, sha256: '', uploaded: '2026-03-01T00:00:00.000Z' }
const contact = (id: number, idcomp: number | null): Contact => ({ id, name: `${id}`, mailuser: `${id}@a.ru`, idcomp })
const draft = { ...emptyDraft, list: [draftItem(release)] }

it('adds a release with all its modules and the companies not on its list', () => {
  expect(draft.list[0]).toEqual({
    release: 10,
    title: '2026.12',
    modules: [5],
    customers: [PORT],
    files: [],
    packages: [],
  })
})

it('adds a release only once', () => {
  expect(withItem(draft, draftItem(release)).list).toHaveLength(1)
  expect(withoutItem(draft, 10).list).toEqual([])
})

it('sends ids only, and a reason only when there is one', () => {
  const filled = { ...draft, ...withFile(draft, 10, file), clients: [31], text: 'Ночью' }
  expect(bodyOf({ ...filled, reason: '  ' })).toEqual({
    list: [{ release: 10, modules: [5], customers: [PORT], files: [7], packages: [] }],
    recipients: { rivc: [], clients: [31] },
    text: 'Ночью',
  })
  expect(bodyOf({ ...filled, reason: 'Срочно' }).reason).toBe('Срочно')
})

it('suggests people of new companies and of the releases once', () => {
  const reachable = {
    rivc: [contact(50, null), contact(51, null)],
    clients: [contact(31, PORT), contact(32, PORT)],
    users: [51],
  }
  const first = { ...draft, ...proposing(draft, reachable) }
  expect([first.clients, first.rivc]).toEqual([[31, 32], [51]])
  const unmarked = { ...first, clients: [31], rivc: [] }
  expect(proposing(unmarked, reachable)).toMatchObject({ clients: [31], rivc: [] })
})

it('removes people whose company has left the draft', () => {
  const gone = { ...draft, clients: [31, 41], list: [{ ...draftItem(release), customers: [AVIA] }] }
  const reachable = { rivc: [], clients: [contact(31, PORT), contact(41, AVIA)], users: [] }
  expect(proposing(gone, reachable).clients).toEqual([41])
})

it.each([
  ['Обновление 5.8.2.zip', '5.8.2'],
  ['platezhi-9.10.3-права.sql.gz', '9.10.3'],
  ['readme.txt', ''],
])('%s contains version %j', (name, version) => expect(versionIn(name)).toBe(version))

it('suggests the modules named in a file’s name', () => {
  const module = (idmod: number, namemod: string) => ({ idmod, namemod, idsys: 1, system: 'Контур' })
  const modules = [module(5, 'Автопарк'), module(6, 'Учёт причалов'), module(7, 'Парк')]
  const named = (name: string) => modulesIn(name, modules)
  expect(named('avtopark-6.0.9.sql.gz')).toEqual([5])
  expect(named('Учёт причалов 6.0.zip')).toEqual([6])
  expect(named('avtopark_uchet-prichalov.zip')).toEqual([5, 6])
  expect(named('Инструкция.txt')).toEqual([])
})

it('keeps whom a file is for while it is in the draft', () => {
  const filled = { ...draft, ...withFile(draft, 10, file, [5]) }
  expect(packageFor(filled.list[0]!, 7)).toEqual({ file_id: 7, modules: [5], companies: [] })
  const packed = { ...filled, ...withPackage(filled, 10, { file_id: 7, modules: [], companies: [PORT] }) }
  expect(bodyOf(packed).list[0]?.packages).toEqual([{ file_id: 7, modules: [], companies: [PORT] }])
  expect(withoutFile(packed, 10, 7).list[0]?.packages).toEqual([])
  expect(packageFor(draft.list[0]!, 7)).toEqual({ file_id: 7, modules: [], companies: [] })
})
