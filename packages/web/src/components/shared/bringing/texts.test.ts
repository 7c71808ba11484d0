import { expect, test } from 'vitest'
import {
  ALL_TICKED,
  broughtInWords,
  comingOf,
  hoursInWords,
  seenByMore,
  tickedOf,
  unnamedInWords,
  type Checked,
} from './texts.ts'

const row = (id: number, idcomp: number, idmod: number) =>
  ({ id, company: { idcomp, namecomp: `К${idcomp}` }, module: { idmod } }) as unknown as Checked['free'][number]
const checked: Checked = {
  free: [row(1, 10, 5), row(2, 10, 6), row(3, 11, 6)],
  taken: [],
  missing: [],
  over: [3],
  companies: [
    { idcomp: 10, namecomp: 'К10', requests: 2 },
    { idcomp: 11, namecomp: 'К11', requests: 1 },
  ],
  modules: [{ idmod: 6, namemod: 'М6', idsys: 1, system: 'С', requests: 2 }],
  hours: { planned_time: 600, planned_requests_time: 540, added: 120 },
  is_visible_for_client: true,
}

test('sends the ids of what is ticked', () => {
  expect(tickedOf(checked, ALL_TICKED)).toEqual({
    ids: [1, 2, 3],
    left: [],
    bring: { companies: [10, 11], modules: [6] },
  })
  expect(tickedOf(checked, { companies: [10], modules: [6], over: false })).toEqual({
    ids: [1, 2, 3],
    left: [],
    bring: { companies: [11], modules: [] },
  })
})

test('closed requests that are left out bring no companies', () => {
  const without = { ...ALL_TICKED, over: true }
  expect(tickedOf(checked, without)).toEqual({ ids: [1, 2], left: [3], bring: { companies: [10], modules: [6] } })
  expect(comingOf(checked, without).modules).toMatchObject([{ idmod: 6, requests: 1 }])
})

test('texts', () => {
  expect(broughtInWords(3, { companies: [1, 2], modules: [6] })).toBe('3 заявки, 2 компании, 1 модуль')
  expect(broughtInWords(1, { companies: [], modules: [] })).toBe('1 заявка')
  expect(seenByMore(1)).toBe('Релиз увидит ещё 1 компания')
  expect(seenByMore(5)).toBe('Релиз увидят ещё 5 компаний')
  expect(unnamedInWords(21)).toBe('21 компания из заявок не названа')
  expect(unnamedInWords(3)).toBe('3 компании из заявок не названы')
  expect(hoursInWords(checked.hours)).toEqual({
    text: 'Часы: 09:00 + 02:00 при плане 10:00',
    over: '01:00 сверх плана',
  })
  expect(hoursInWords({ ...checked.hours, added: 0 })).toBeNull()
})
