import { expect, test } from 'vitest'
import { isNoDifference, scopeDifferenceOf, type ScopeBody } from './scopes.ts'

const base: ScopeBody = {
  description: 'Что нового',
  modules: [{ idmod: 1, namemod: 'Склад', system: 'Учёт' }],
  requests: [
    { id: 5, text: '', title: 'Печать' },
    { id: 7, text: 'Остатки по складам', title: 'Отчёт' },
  ],
  terms: '',
}
const [printing, report] = base.requests as [ScopeBody['requests'][0], ScopeBody['requests'][0]]

/** A change to a scope, and the parts that are then added, removed and changed, as kind and id. */
const table: [string, Partial<ScopeBody>, { added?: string[]; removed?: string[]; changed?: string[] }][] = [
  ['nothing', {}, {}],
  ['requests in another order', { requests: [report, printing] }, {}],
  [
    'a request is added',
    { requests: [printing, report, { id: 9, text: '', title: 'Вход' }] },
    { added: ['request 9 Вход'] },
  ],
  ['a request is removed', { requests: [report] }, { removed: ['request 5 Печать'] }],
  [
    'a request is renamed',
    { requests: [{ ...printing, title: 'Печать ярлыков' }, report] },
    { changed: ['request 5 Печать ярлыков: Печать → Печать ярлыков'] },
  ],
  [
    'its text for the release changes',
    { requests: [printing, { ...report, text: 'Остатки по сериям' }] },
    { changed: ['request 7 Отчёт: Отчёт\nОстатки по складам → Отчёт\nОстатки по сериям'] },
  ],
  [
    'one replaces another',
    { requests: [printing, { id: 8, text: '', title: 'Отчёт' }] },
    { added: ['request 8 Отчёт'], removed: ['request 7 Отчёт'] },
  ],
  ['all requests are removed', { requests: [] }, { removed: ['request 5 Печать', 'request 7 Отчёт'] }],
  ['a module is removed', { modules: [] }, { removed: ['module 1 Учёт – Склад'] }],
  [
    'a module is added',
    { modules: [...base.modules, { idmod: 2, namemod: 'Касса', system: 'Учёт' }] },
    { added: ['module 2 Учёт – Касса'] },
  ],
  ['a module is renamed', { modules: [{ idmod: 1, namemod: 'Склады', system: 'Учёт' }] }, {}],
  [
    'the description changes',
    { description: 'Что ещё нового' },
    { changed: ['description 0 Описание релиза: Что нового → Что ещё нового'] },
  ],
  ['the description is emptied', { description: '' }, { removed: ['description 0 Описание релиза'] }],
  ['rules are written', { terms: 'Сделайте копию' }, { added: ['terms 0 Правила установки'] }],
]

test.each(table)('%s', (_, input, difference) => {
  const found = scopeDifferenceOf(base, { ...base, ...input })
  expect(isNoDifference(found)).toBe(Object.keys(difference).length === 0)
  const { added, removed, changed } = found
  const named = (parts: { kind: string; id: number; title: string }[]) =>
    parts.map(({ kind, id, title }) => `${kind} ${id} ${title}`)
  expect({
    added: named(added),
    removed: named(removed),
    changed: changed.map((part) => `${named([part])[0]}: ${part.before} → ${part.after}`),
  }).toEqual({ added: [], removed: [], changed: [], ...difference })
})
