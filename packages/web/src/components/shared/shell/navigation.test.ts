import { expect, it } from 'vitest'
import { isCurrent, placesOf } from './navigation.ts'

const labels = (isRivc: boolean, exists = (_: string) => true, canEnterRegistry = true) =>
  placesOf({ isRivc, isAdmin: false, canEnterRegistry }, exists).map(({ label }) => label)

it('offers each role its screens', () => {
  expect(labels(true)).toEqual([
    'Ждёт меня',
    'Бэклог',
    'Релизы',
    'Согласования',
    'Календарь',
    'Замечания',
    'Публикации',
    'Планирование',
    'Реестр',
  ])
  expect(labels(false)).toEqual([
    'Ждёт меня',
    'Мои заявки',
    'Релизы',
    'Согласования',
    'Публикации',
    'Реестр',
    'Календарь компании',
  ])
})

it('offers the registry only to people who have been given access', () => {
  expect(labels(false, () => true, false)).toEqual([
    'Ждёт меня',
    'Мои заявки',
    'Релизы',
    'Согласования',
    'Публикации',
    'Календарь компании',
  ])
})

it('offers the administration only to administrators', () => {
  const places = placesOf({ isRivc: true, isAdmin: true, canEnterRegistry: true }, () => true)
  expect(places.at(-1)?.label).toBe('Администрирование')
})

it('does not offer screens that do not exist', () => {
  expect(labels(true, (path) => path === '/')).toEqual(['Бэклог'])
})

it.each([
  ['/', '/', true],
  ['/', '/releases', false],
  ['/releases', '/release/5', true],
  ['/releases', '/releases/5', true],
  ['/publications', '/publication/5', true],
  ['/publications', '/publications/versions', true],
  ['/clientRequests', '/clientRequests/0', true],
  ['/agreements', '/releases', false],
  ['/agreements', '/agreements/5', true],
  ['/agreements', '/agreements/calendar', false],
  ['/agreements/calendar', '/agreements/calendar', true],
  ['/registry', '/registryHistory/5', true],
  ['/admin', '/admin/import', true],
])('%s on %s is current: %s', (path, pathname, answer) => expect(isCurrent(path, pathname)).toBe(answer))
