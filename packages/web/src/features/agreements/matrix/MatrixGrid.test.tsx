import { act, fireEvent } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { matrixCell } from '../../../testing/agreements.ts'
import { renderAlone } from '../../../testing/alone.tsx'
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

// Asked by selectors: by roles and labels, thousands of elements take seconds.
const table = () => document.querySelector('table')!
const places = () => table().querySelectorAll('[data-column]').length
const isDrawn = (title: string) => table().querySelector(`:is(a, th)[title='${title}']`) !== null

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
  show = await renderAlone(<MatrixGrid matrix={matrixOf(RELEASES, COMPANIES)} />)
})

it('draws of a large matrix what is in sight, in both directions', () => {
  expect(places()).toBeLessThan(600)
  expect(table().querySelectorAll('*').length).toBeLessThan(2000)
  expect([isDrawn('Релиз 1'), isDrawn('Компания 001'), isDrawn('Релиз 100'), isDrawn('Компания 500')]).toEqual([
    true,
    true,
    false,
    false,
  ])
  scrollTo(COMPANIES * 104, RELEASES * 46)
  expect([isDrawn('Релиз 1'), isDrawn('Компания 001'), isDrawn('Релиз 100'), isDrawn('Компания 500')]).toEqual([
    false,
    false,
    true,
    true,
  ])
  expect(places()).toBeLessThan(600)
  expect(['rowcount', 'colcount'].map((name) => table().getAttribute(`aria-${name}`))).toEqual(['101', '501'])
  const row = table().querySelector("a[title='Релиз 100']")?.closest('tr')
  expect(row?.getAttribute('aria-rowindex')).toBe('101')
  expect(row?.lastElementChild?.getAttribute('aria-colindex')).toBe('501')
})

it('keeps the cell that has the focus', () => {
  const link = table().querySelector<HTMLElement>("a[title^='Релиз 1, Компания 002']")!
  fireEvent.focusIn(link)
  scrollTo(COMPANIES * 104, RELEASES * 46)
  expect(table().contains(link)).toBe(true)
  expect(places()).toBeLessThan(600)
})

it('draws small ones whole, and on paper also large ones', () => {
  show(<MatrixGrid matrix={matrixOf(10, 20)} />)
  expect(places()).toBe(10 * 20)
  show(<MatrixGrid matrix={matrixOf(40, 26)} />)
  expect(places()).toBeLessThan(800)
  paper('beforeprint')
  expect(places()).toBe(40 * 26)
  paper('afterprint')
  expect(places()).toBeLessThan(800)
})
