import { act, fireEvent } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { renderAlone } from '../../../testing/alone.tsx'
import { versionMap } from '../../../testing/versions.ts'
import { VersionList } from './VersionList.tsx'

const COMPANIES = 400
const MODULES = 60

// Asked by selectors: by roles and labels, thousands of elements take seconds.
const list = () => document.querySelector('[data-place="versions"]')!
const lines = () => list().querySelectorAll('li').length
const isDrawn = (text: string) => [...list().querySelectorAll('h2, a')].some((one) => one.textContent === text)

const scrollTo = (top: number) =>
  act(() => {
    list().scrollTop = top
    list().dispatchEvent(new Event('scroll'))
  })
const paper = (event: 'beforeprint' | 'afterprint') => act(() => void dispatchEvent(new Event(event)))

const END = COMPANIES * (MODULES * 54 + 40)
let show: Awaited<ReturnType<typeof renderAlone>>

beforeEach(async () => {
  show = await renderAlone(<VersionList map={versionMap(COMPANIES, MODULES)} isOwn={false} />)
})

it('draws of a long list the companies in sight', () => {
  const ends = ['Компания 1', '4.1.2', 'Компания 400', '4.400.60']
  expect(lines()).toBeLessThan(6 * MODULES)
  expect(ends.map(isDrawn)).toEqual([true, true, false, false])
  scrollTo(END)
  expect(ends.map(isDrawn)).toEqual([false, false, true, true])
  expect(lines()).toBeLessThan(6 * MODULES)
})

it('keeps the company that has the focus', () => {
  const link = [...list().querySelectorAll('a')].find(({ textContent }) => textContent === '4.1.2')!
  fireEvent.focusIn(link)
  scrollTo(END)
  expect(list().contains(link)).toBe(true)
})

it('draws short ones whole, and on paper also long ones', () => {
  show(<VersionList map={versionMap(20, 10)} isOwn={false} />)
  expect(lines()).toBe(20 * 10)
  show(<VersionList map={versionMap(21, 10)} isOwn={false} />)
  expect(lines()).toBeLessThan(21 * 10)
  paper('beforeprint')
  expect(lines()).toBe(21 * 10)
  paper('afterprint')
})
