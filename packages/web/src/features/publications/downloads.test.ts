import { expect, test } from 'vitest'
import { fetchedBy } from './downloads.ts'

const company = (idcomp: number) => ({ idcomp, namecomp: `Компания ${idcomp}` })
const file = (id: number) => ({
  id,
  file_name: `${id}.zip`,
  version: '',
  size: 1,
  sha256: '',
  uploaded: '2026-03-06T06:30:00.000Z',
})
const got = (idcomp: number | null, id: number, isWhole = true) => ({
  file: file(id),
  company: idcomp === null ? null : company(idcomp),
  isWhole,
})

test('a company is done with every file of each of its releases', () => {
  const list = [
    { files: [file(1), file(2)], customers: [1, 2, 3].map(company), notPublishingList: [3] },
    { files: [file(3)], customers: [company(1)], notPublishingList: [] },
    { files: [], customers: [company(4)], notPublishingList: [] },
  ]
  expect(fetchedBy(list, [])).toEqual({ done: 0, rest: [company(1), company(2)] })
  const ofTwo = [got(2, 1), got(2, 2), got(null, 3), got(1, 1), got(1, 2)]
  expect(fetchedBy(list, ofTwo)).toEqual({ done: 1, rest: [company(1)] })
  expect(fetchedBy(list, [...ofTwo, got(1, 3, false)]).rest).toEqual([company(1)])
  expect(fetchedBy(list, [...ofTwo, got(1, 3)])).toEqual({ done: 2, rest: [] })
})
