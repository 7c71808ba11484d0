import { expect, test } from 'vitest'
import type { versions } from '@vypusk/contract'
import { rowHeights } from './version-matrix.ts'

const cell = (idcomp: number, overrides: Partial<versions.ModuleVersion> = {}): versions.ModuleVersion => ({
  idcomp,
  idmod: 1,
  publication_id: 5,
  release: { id: 8, title: 'Релиз' },
  version: '4.1',
  at: '2026-03-05T09:00:00.000Z',
  known: 'fetched',
  withdrawn: false,
  behind: 0,
  latest: null,
  ...overrides,
})
const company = (idcomp: number, namecomp = 'Порт') => ({ idcomp, namecomp })

test('a row has room for what its tallest cell shows, and for the name of its company', () => {
  const latest = {
    publication_id: 6,
    release: { id: 9, title: 'Следующий релиз' },
    version: '',
    at: '2026-03-06T09:00:00.000Z',
  }
  const cells = [
    cell(1),
    cell(2, { withdrawn: true, behind: 2, latest }),
    cell(2),
    cell(3, { version: '4'.repeat(100) }),
  ]
  const long = company(5, 'Открытое акционерное общество «Порт»')
  const [plain, behind, versioned, none, named] = rowHeights(
    [company(1), company(2), company(3), company(4), long],
    cells,
  )
  expect([plain, behind, versioned, none, named]).toEqual([50, 50 + 23 + 2 * 18, 50 + 2 * 19, 13 + 19, 13 + 2 * 19])
})
