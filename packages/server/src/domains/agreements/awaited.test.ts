import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../testing/app.ts'
import { makeAgreement, makeCompany, makePeople, makeRelease } from '../../testing/making/make.ts'
import { makePublication } from '../../testing/making/make-publication.ts'
import { isPublished } from './queries/agreements.ts'
import { isAwaited } from './queries/waiting-client.ts'

/**
 * Whether a company is still waited for stands twice: in `isAwaited`, and for its remarks in the view `thread_subjects`,
 * as the room `threads` comes before this one. They differ only where the company has the release: it is asked about
 * nothing more, and its remarks are still answered, unless it was hidden since.
 */

let product: TestApp
let author_id: number
beforeAll(async () => {
  product = await testApp()
  const people = await makePeople(product.deps.db)
  author_id = people.manager
})
afterAll(() => product.close())

const CLOSED_STEP = 6

/** What may have become of the company or its release, each alone and together with the others. */
const FATES = ['listed', 'published', 'closed', 'taken off', 'hidden'] as const
type Fate = (typeof FATES)[number]
const all = Array.from({ length: 2 ** FATES.length }, (_, set) => FATES.filter((_fate, n) => set & (1 << n)))

async function agreementOf(fates: Fate[]): Promise<number> {
  const { db } = product.deps
  const at = '2026-03-02T09:00:00.000Z'
  const company_id = await makeCompany(db, fates.includes('hidden') ? { deleted_at: at } : {})
  const companies = fates.includes('taken off') ? [] : [company_id]
  const step = fates.includes('closed') ? { step_id: CLOSED_STEP } : {}
  const release_id = await makeRelease(db, { author_id, ...step }, { companies })
  if (fates.includes('published')) await makePublication(db, { author_id }, [{ release_id, customers: [company_id] }])
  if (fates.includes('listed')) {
    const row = { release_id, idcomp: company_id, user_id: author_id, at, reason: '' }
    await db.insertInto('not_publishing_list').values(row).execute()
  }
  return makeAgreement(db, { author_id, release_id, company_id })
}

test.each(all.map((fates) => ({ name: fates.join(', ') || 'nothing', fates })))(
  'the list of agreements and that of remarks agree about a company that is: $name',
  async ({ fates }) => {
    const id = await agreementOf(fates)
    const { rows } = await sql<{ asked: boolean; published: boolean; answered: boolean }>`
      select ${isAwaited} as asked, ${isPublished} as published, (
        select is_awaited from thread_subjects where entity = 'agreement' and entity_id = a.id) as answered
      from agreements as a join shared_releases as r on r.id = a.release_id where a.id = ${id}`.execute(product.deps.db)
    const [row] = rows
    expect(row?.published).toBe(fates.includes('published'))
    const isRead = !fates.includes('listed') && !fates.includes('hidden')
    expect(row?.answered).toBe(row?.published ? isRead : row?.asked)
  },
)
