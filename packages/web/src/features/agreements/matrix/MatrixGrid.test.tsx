import { fireEvent } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { matrixCell } from '../../../testing/agreements.ts'
import { renderAlone } from '../../../testing/alone.tsx'
import { areDrawn, drawnCells, gridSize, gridTable, onPaper, scrollGrid } from '../../../testing/grid-window.ts'
import { MatrixGrid } from './MatrixGrid.tsx'

const RELEASES = 100
const COMPANIES = 500

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

const matrixOf = (releases: number, companies: number) => ({
  releases: numbers(releases).map((id) => ({
    id,
    title: `Релиз ${id}`,
    plan_date: '2030-03-29',
    agreed: 0,
    expected: companies,
  })),
  companies: numbers(companies).map((idcomp) => ({ idcomp, namecomp: `Компания ${String(idcomp).padStart(3, '0')}` })),
  // One cell with content is enough: what is counted are the places.
  cells: [matrixCell({ company_id: 2 })],
  total_releases: releases,
})

let show: Awaited<ReturnType<typeof renderAlone>>

beforeEach(async () => {
  show = await renderAlone(<MatrixGrid matrix={matrixOf(RELEASES, COMPANIES)} />)
})

it('draws of a large matrix what is in sight, in both directions', () => {
  const ends = ['Релиз 1', 'Компания 001', 'Релиз 100', 'Компания 500']
  expect(drawnCells()).toBeLessThan(600)
  expect(gridTable().querySelectorAll('*').length).toBeLessThan(2000)
  expect(areDrawn(...ends)).toEqual([true, true, false, false])
  scrollGrid(COMPANIES * 104, RELEASES * 46)
  expect(areDrawn(...ends)).toEqual([false, false, true, true])
  expect(drawnCells()).toBeLessThan(600)
  expect(gridSize()).toEqual([RELEASES + 1, COMPANIES + 1])
  const row = gridTable().querySelector("a[title='Релиз 100']")?.closest('tr')
  expect(row?.getAttribute('aria-rowindex')).toBe('101')
  expect(row?.lastElementChild?.getAttribute('aria-colindex')).toBe('501')
})

it('keeps the cell that has the focus', () => {
  const link = gridTable().querySelector<HTMLElement>("a[title^='Релиз 1, Компания 002']")!
  fireEvent.focusIn(link)
  scrollGrid(COMPANIES * 104, RELEASES * 46)
  expect(gridTable().contains(link)).toBe(true)
  expect(drawnCells()).toBeLessThan(600)
})

it('draws small ones whole, and on paper also large ones', () => {
  show(<MatrixGrid matrix={matrixOf(10, 20)} />)
  expect(drawnCells()).toBe(10 * 20)
  show(<MatrixGrid matrix={matrixOf(40, 26)} />)
  expect(drawnCells()).toBeLessThan(800)
  onPaper(() => expect(drawnCells()).toBe(40 * 26))
  expect(drawnCells()).toBeLessThan(800)
})

it('tells a hidden company and the one that has its name now apart', () => {
  const companies = [
    { idcomp: 3, namecomp: 'ООО «Верфь»' },
    { idcomp: 8, namecomp: 'ООО «Верфь»' },
    { idcomp: 5, namecomp: 'АО «Порт»' },
  ]
  show(<MatrixGrid matrix={{ ...matrixOf(1, 3), companies }} />)
  const heads = [...gridTable().querySelectorAll('thead th')].slice(1).map(({ textContent }) => textContent)
  expect(new Set(heads)).toEqual(new Set(['Верфь (№ 3)', 'Верфь (№ 8)', 'Порт']))
})

it('arrows lead from link to link, past places without one, and stop at the edges', () => {
  const cells = [matrixCell({ release_id: 1, company_id: 3 }), matrixCell({ release_id: 3, company_id: 3 })]
  show(<MatrixGrid matrix={{ ...matrixOf(3, 4), cells }} />)
  const links = [...gridTable().querySelectorAll('a')]
  const [first, upper, second, , lower] = links
  first!.focus()
  const goes = (code: string, to: HTMLElement | undefined) => {
    const goesNative = fireEvent.keyDown(document.activeElement!, { code, key: code })
    expect([code, links.indexOf(document.activeElement as HTMLAnchorElement)]).toEqual([
      code,
      links.indexOf(to as never),
    ])
    return goesNative
  }
  expect(goes('ArrowRight', upper)).toBe(false)
  goes('ArrowDown', lower)
  goes('ArrowUp', upper)
  goes('ArrowLeft', first)
  goes('ArrowDown', second)
  // The second release has no cells, so the key is left to the browser.
  expect(goes('ArrowRight', second)).toBe(true)
})
