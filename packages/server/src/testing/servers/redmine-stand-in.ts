import { trackers } from '@vypusk/contract'
import { expect } from 'vitest'
import { readTracker } from '../../domains/integrations/commands/reading.ts'
import { testApp } from '../app.ts'
import { makePeople, makeRequest } from '../making/make.ts'
import { startReceiver } from './receiver.ts'

/** A receiver that answers as a Redmine does, for what a real one (testing/servers/redmine.ts) cannot be made to do. */

export const json = (body: object) => ({ status: 200, body: JSON.stringify(body) })

export interface Issue {
  id: number
  updated_on: string
  parent?: { id: number }
}

interface Entry {
  id: number
  issue: { id: number }
  created_on: string
}

const START = Date.UTC(2026, 2, 1)
/** The moment a number of minutes after the start, as Redmine writes it. */
export const minute = (minutes: number) => new Date(START + minutes * 60_000).toISOString()

/** An issue that was changed as many minutes after the start as its number says. */
export const issue = (id: number, overrides: object = {}) => ({
  id,
  subject: `Задача ${id}`,
  status: { id: 1, name: 'Новая' },
  updated_on: minute(id),
  ...overrides,
})

export const field = (name: string, value: unknown) => ({ id: name.length, name, value })
/** The field that names the request of an issue. */
export const named = (value: unknown) => ({ custom_fields: [field('Заявка', value)] })

/** Whether an issue passes the filters of an address. */
function isFound({ id, updated_on, parent }: Issue, filters: URLSearchParams): boolean {
  const above = filters.get('parent_id')?.split(',')
  if (above && !(parent && above.includes(String(parent.id)))) return false
  const numbers = filters.get('issue_id') ?? ''
  if (numbers.startsWith('>=') && id < Number(numbers.slice('>='.length))) return false
  if (/^\d/.test(numbers) && !numbers.split(',').includes(String(id))) return false
  return updated_on >= (filters.get('updated_on')?.slice('>='.length) ?? '')
}

const byNumber = (one: Issue, other: Issue) => one.id - other.id
const byChange = (one: Issue, other: Issue) => one.updated_on.localeCompare(other.updated_on) || byNumber(one, other)

/** Answers as a Redmine with these issues and time entries, newest first, does; they may change meanwhile. */
export function answerFrom(issues: readonly Issue[], path: string, entries: readonly Entry[] = []) {
  const { pathname, searchParams: filters } = new URL(path, 'http://localhost')
  const skipped = Number(filters.get('offset') ?? 0)
  if (pathname === '/time_entries.json') return json({ time_entries: entries.slice(skipped, skipped + 100) })
  if (pathname !== '/issues.json') return { status: 404 }
  const most = Number(filters.get('limit') ?? 100)
  const order = filters.get('sort')?.startsWith('id') ? byNumber : byChange
  const found = issues.filter((each) => isFound(each, filters)).toSorted(order)
  return json({ issues: found.slice(skipped, skipped + most), total_count: found.length })
}

/** A product with a request, and the receiver that stands in for a Redmine. */
export async function trackersWorld() {
  const redmine = await startReceiver()
  const product = await testApp({ WEBHOOKS_TO_PRIVATE: 'on' })
  const { db } = product.deps
  const { company1: idcomp, client1: author_id, module: idmod } = await makePeople(db)
  const make = (overrides: object = {}) => makeRequest(db, { author_id, idcomp, idmod, ...overrides })
  const admin = await product.as('admin')
  const now = async () => (await admin(trackers.list)).body.trackers[0]!
  return {
    redmine,
    product,
    admin,
    request: await make(),
    make,
    /** The first tracker as its card shows it. */
    now,
    /** Adds a tracker and waits for its first reading; the others happen when a test calls for them. */
    connect: async (overrides: object = {}) => {
      const body = { name: 'Redmine', url: redmine.url, key: 'key-1', ...overrides }
      const { id } = (await admin(trackers.create, { body })).body.tracker
      await expect.poll(async () => (await now()).read_at ?? (await now()).failing_since).not.toBeNull()
      return { params: { id }, read: () => readTracker(product.deps, id) }
    },
    /** Makes the Redmine have these issues and time entries. */
    has: (issues: readonly Issue[], entries: readonly Entry[] = []) =>
      void (redmine.answer = ({ path }) => answerFrom(issues, path, entries)),
    /** What one test leaves is gone before the next one. */
    empty: async () => {
      await db.deleteFrom('trackers').execute()
      await db.deleteFrom('issues').execute()
      redmine.answer = () => json({})
    },
    close: async () => {
      await product.close()
      await redmine.close()
    },
  }
}
