import { fireEvent } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { versions } from '@vypusk/contract'
import { renderAlone } from '../../../testing/alone.tsx'
import { areDrawn, drawnCells, gridSize, gridTable, onPaper, scrollGrid } from '../../../testing/grid-window.ts'
import { VersionMatrix } from './VersionMatrix.tsx'

const COMPANIES = 400
const MODULES = 60

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

const version = (idcomp: number, idmod: number): versions.ModuleVersion => ({
  idcomp,
  idmod,
  publication_id: 5,
  release: { id: 8, title: 'Релиз 2026.3' },
  version: `4.${idcomp}.${idmod}`,
  at: '2026-03-05T09:00:00.000Z',
  known: 'fetched',
  withdrawn: false,
  behind: 0,
  latest: null,
})

const mapOf = (companies: number, modules: number) => ({
  companies: numbers(companies).map((idcomp) => ({ idcomp, namecomp: `Компания ${idcomp}` })),
  modules: numbers(modules).map((idmod) => ({
    idmod,
    namemod: `Модуль ${idmod}`,
    idsys: 1,
    system: 'Система',
    newest: null,
  })),
  // What is counted are the places.
  versions: [version(1, 2), version(companies, modules)],
})

let show: Awaited<ReturnType<typeof renderAlone>>

beforeEach(async () => {
  show = await renderAlone(<VersionMatrix map={mapOf(COMPANIES, MODULES)} />)
})

it('draws of a large map what is in sight, and says how large it is', () => {
  const ends = ['Компания 1', 'Модуль 1', '4.1.2', `Компания ${COMPANIES}`, `Модуль ${MODULES}`, '4.400.60']
  expect(drawnCells()).toBeLessThan(1000)
  expect(areDrawn(...ends)).toEqual([true, true, true, false, false, false])
  scrollGrid(MODULES * 240, COMPANIES * 60)
  expect(areDrawn(...ends)).toEqual([false, false, false, true, true, true])
  expect(drawnCells()).toBeLessThan(1000)
  expect(gridSize()).toEqual([COMPANIES + 1, MODULES + 1])
})

it('keeps the version that has the focus', () => {
  const link = [...gridTable().querySelectorAll('a')].find(({ textContent }) => textContent === '4.1.2')!
  fireEvent.focusIn(link)
  scrollGrid(MODULES * 240, COMPANIES * 60)
  expect(gridTable().contains(link)).toBe(true)
})

it('draws small ones whole, and on paper also large ones', () => {
  show(<VersionMatrix map={mapOf(20, 10)} />)
  expect(drawnCells()).toBe(20 * 10)
  show(<VersionMatrix map={mapOf(60, 20)} />)
  expect(drawnCells()).toBeLessThan(60 * 20)
  onPaper(() => expect(drawnCells()).toBe(60 * 20))
})
