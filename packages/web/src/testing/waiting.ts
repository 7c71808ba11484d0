import { waiting } from '@vypusk/contract'
import { server } from './server.ts'

/** What waits for the person. */

export const matter = (overrides: Partial<waiting.Matter> = {}): waiting.Matter => ({
  kind: 'date',
  id: 5,
  title: 'Весна',
  text: 'Установка: среда, 5 марта',
  company: null,
  due: '2026-03-05',
  due_zone: null,
  due_time: null,
  planned: null,
  is_late: false,
  since: null,
  href: '/releases/7',
  agreement_id: 5,
  release_id: 7,
  publication_id: null,
  offer_id: null,
  version: 3,
  scope_sha: null,
  ...overrides,
})

const NAMES: Partial<Record<waiting.Kind, string>> = { date: 'Согласовать дату', urgent: 'Новая срочная заявка' }

/** Answers the list with these matters. */
export function waits(data: waiting.Matter[], coming: waiting.Coming[] = []): void {
  const kinds = [...new Set(data.map(({ kind }) => kind))].map((kind) => ({
    kind,
    name: NAMES[kind] ?? kind,
    count: data.filter((each) => each.kind === kind).length,
    more: false,
  }))
  const total = data.length
  server.answer(waiting.count, { total, more: false })
  const reply = { total, more: false, kinds, coming, from: total ? 1 : null, to: total || null, current_page: 1 }
  server.answer(waiting.list, { ...reply, per_page: 50, data })
}
