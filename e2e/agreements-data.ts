import type { APIRequestContext } from '@playwright/test'
import { apiOf } from './fixtures.ts'

/** What tests of agreements find already there, made through the API. */

export interface Pair {
  release_id: number
  company_id: number
  title: string
  namecomp: string
}

let serial = 0

/** A visible release of client1's company without an agreement, named so that no other test meets it. */
export async function newPair(request: APIRequestContext, workerIndex: number): Promise<Pair> {
  const { company } = await (await apiOf(request, 'client1')).get('/auth/user')
  serial += 1
  const title = `Проба согласований ${workerIndex}-${serial}-${Date.now()}`
  const { release } = await (
    await apiOf(request, 'manager')
  ).post('/releases/0', {
    title,
    start_date: '2030-03-01',
    plan_date: '2030-03-29',
    is_visible_for_client: true,
    companies: [company.idcomp],
  })
  return { release_id: release.id, company_id: company.idcomp, title, namecomp: company.namecomp }
}

export async function newAgreement(request: APIRequestContext, pair: Pair, given: object = {}): Promise<number> {
  const body = { release_id: pair.release_id, company_id: pair.company_id, recipients: [], ...given }
  return (await (await apiOf(request, 'manager')).post('/agreements/add', body)).id
}
