import { act, fireEvent } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { versions } from '@vypusk/contract'
import { renderAlone } from '../../../testing/alone.tsx'
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

// Asked by selectors: by roles and labels, thousands of elements take seconds.
const table = () => document.querySelector('table[aria-label="Версии у компаний"]')!
const places = () => table().querySelectorAll('[data-column]').length
const isDrawn = (text: string) => [...table().querySelectorAll('th, a')].some((one) => one.textContent === text)

const scrollTo = (left: number, top: number) => {
  const scroller = table().parentElement!
  act(() => {
    scroller.scrollLeft = left
    scroller.scrollTop = top
    scroller.dispatchEvent(new Event('scroll'))
  })
}

const paper = (event: 'beforeprint' | 'afterprint') => act(() => void dispatchEvent(new Event(event)))

let show: Awaited<ReturnType<typeof renderAlone>>

beforeEach(async () => {
  show = await renderAlone(<VersionMatrix map={mapOf(COMPANIES, MODULES)} />)
})

it('draws of a large map what is in sight, and says how large it is', () => {
  const ends = ['Компания 1', 'Модуль 1', '4.1.2', `Компания ${COMPANIES}`, `Модуль ${MODULES}`, '4.400.60']
  expect(places()).toBeLessThan(1000)
  expect(ends.map(isDrawn)).toEqual([true, true, true, false, false, false])
  scrollTo(MODULES * 240, COMPANIES * 60)
  expect(ends.map(isDrawn)).toEqual([false, false, false, true, true, true])
  expect(places()).toBeLessThan(1000)
  expect(['rowcount', 'colcount'].map((name) => table().getAttribute(`aria-${name}`))).toEqual(['401', '61'])
})

it('keeps the version that has the focus', () => {
  const link = [...table().querySelectorAll('a')].find(({ textContent }) => textContent === '4.1.2')!
  fireEvent.focusIn(link)
  scrollTo(MODULES * 240, COMPANIES * 60)
  expect(table().contains(link)).toBe(true)
})

it('draws small ones whole, and on paper also large ones', () => {
  show(<VersionMatrix map={mapOf(20, 10)} />)
  expect(places()).toBe(20 * 10)
  show(<VersionMatrix map={mapOf(60, 20)} />)
  expect(places()).toBeLessThan(60 * 20)
  paper('beforeprint')
  expect(places()).toBe(60 * 20)
  paper('afterprint')
})
