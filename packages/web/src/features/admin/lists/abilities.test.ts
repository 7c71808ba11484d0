import type { adminLists } from '@vypusk/contract'
import { expect, it } from 'vitest'
import { mayBecome, mayRevalue, maySetOver, mayToggle } from './abilities.ts'

const item = (id: number, more: Partial<adminLists.Item> = {}): adminLists.Item => ({
  id,
  name: `№ ${id}`,
  is_hidden: false,
  uses: 0,
  version: 1,
  ...more,
})
const status = (id: number, is_over: boolean, is_hidden = false): adminLists.RequestStatus => ({
  ...item(id, { is_hidden }),
  is_over,
  tone: 'grey',
})
const step = (kind: adminLists.StepKind, more: Partial<adminLists.Item> = {}): adminLists.ReleaseStep => ({
  ...item(1, more),
  kind,
})

const BEGINS = expect.stringMatching(/^Первый статус получают новые заявки/)

it('a first status may not end the work, but one that does may be mended', () => {
  const [first, second] = [status(1, false), status(2, false)]
  expect(maySetOver([first, second], first)).toEqual(BEGINS)
  expect(maySetOver([first, second], second)).toBe(true)
  expect(maySetOver([status(3, false, true), first], first)).toEqual(BEGINS)
  const over = status(1, true)
  expect(maySetOver([over, second], over)).toBe(true)
})

it('a status that ends the work does not become the first by order, by hiding or by showing again', () => {
  const [open, over, hidden] = [status(1, false), status(2, true), status(3, true, true)]
  expect(mayBecome([open, over], [over, open])).toEqual(BEGINS)
  expect(mayBecome([over, open], [over, open])).toBe(true)
  expect(mayToggle('request_status', [open, over], open)).toEqual(BEGINS)
  expect(mayToggle('request_status', [hidden, open], hidden)).toEqual(BEGINS)
  expect(mayToggle('request_status', [open, hidden], hidden)).toBe(true)
  expect(mayToggle('request_status', [open, over], over)).toBe(true)
})

it('what is used or is the last one is not hidden; systems and modules always may be', () => {
  expect(mayToggle('release_step', [], step('published'))).toMatch(/^На этот этап переходят/)
  expect(mayToggle('release_step', [], step('work', { uses: 3 }))).toMatch(/^На этапе 3 релиза:/)
  expect(mayToggle('release_step', [], step('work'))).toBe(true)
  const [used, only] = [item(1, { uses: 1 }), item(2)]
  expect(mayToggle('registry_step', [used, only], used)).toMatch(/^На этапе 1 запись реестра:/)
  expect(mayToggle('registry_step', [only], only)).toMatch(/^Хотя бы один этап/)
  expect(mayToggle('request_type', [only], only)).toMatch(/^Хотя бы одно значение/)
  expect(mayToggle('module', [used], used)).toBe(true)
})

it('a step keeps its meaning while releases are on it, while it is hidden and while it is the published one', () => {
  expect(mayRevalue(step('work', { uses: 1 }))).toMatch(/^На этапе 1 релиз:/)
  expect(mayRevalue(step('work', { is_hidden: true }))).toMatch(/^Этап скрыт/)
  expect(mayRevalue(step('published'))).toMatch(/^На этот этап переходят/)
  expect(mayRevalue(step('closed'))).toBe(true)
})
