import { fireEvent } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { renderAlone } from '../../../testing/alone.tsx'
import { areDrawn, drawnCells, gridSize, gridTable, onPaper, scrollGrid } from '../../../testing/grid-window.ts'
import { versionMap } from '../../../testing/versions.ts'
import { VersionMatrix } from './VersionMatrix.tsx'

const COMPANIES = 400
const MODULES = 60

let show: Awaited<ReturnType<typeof renderAlone>>

beforeEach(async () => {
  show = await renderAlone(<VersionMatrix map={versionMap(COMPANIES, MODULES)} />)
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
  show(<VersionMatrix map={versionMap(20, 10)} />)
  expect(drawnCells()).toBe(20 * 10)
  show(<VersionMatrix map={versionMap(60, 20)} />)
  expect(drawnCells()).toBeLessThan(60 * 20)
  onPaper(() => expect(drawnCells()).toBe(60 * 20))
})

it('tells companies of the same name apart', () => {
  const map = versionMap(2, 1)
  show(<VersionMatrix map={{ ...map, companies: map.companies.map((one) => ({ ...one, namecomp: 'АО «Порт»' })) }} />)
  const named = map.companies.map(({ idcomp }) => `АО «Порт» (№ ${idcomp})`)
  expect(areDrawn(...named)).toEqual([true, true])
})
