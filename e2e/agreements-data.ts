import type { APIRequestContext } from '@playwright/test'
import { apiOf } from './fixtures.ts'
import { makeRelease, newTitle } from './releases-data.ts'

/** Data for tests of agreements, created through the API. */

export interface Pair {
  release_id: number
  company_id: number
  title: string
}

/** Creates a visible release of client1's company without an agreement, with a title that no other test finds. */
export async function newPair(request: APIRequestContext): Promise<Pair> {
  const days = { start_date: '2030-03-01', plan_date: '2030-03-29' }
  const { id, title, idcomp } = await makeRelease(request, { title: `Проба согласований ${newTitle()}`, ...days })
  return { release_id: id, company_id: idcomp, title }
}

export async function newAgreement(request: APIRequestContext, pair: Pair, overrides: object = {}): Promise<number> {
  const body = { release_id: pair.release_id, company_id: pair.company_id, recipients: [], ...overrides }
  return (await (await apiOf(request, 'manager')).post('/agreements/add', body)).id
}
