import type { APIRequestContext } from '@playwright/test'
import { apiOf } from './fixtures.ts'
import { linkIn } from './letters.ts'
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

/** An extra recipient, who has no account. */
export const ADDRESS = 'it@north.example'

interface Delivery {
  id: number
  target: string
}

/** Creates an agreement sent to the client; returns it with the link in the letter to an extra address. */
export async function sentAgreement(request: APIRequestContext) {
  const pair = await newPair(request)
  const manager = await apiOf(request, 'manager')
  const id = await newAgreement(request, pair, {
    releaseDate: '2030-03-29',
    releaseTime: '22:00',
    recipientsExtra: [ADDRESS],
  })
  const { agreement } = await manager.post(`/agreements/update/${id}`, { updateTarget: 5 })
  const delivery = (agreement.deliveries as Delivery[]).find(({ target }) => target === ADDRESS)
  const path = await linkIn(`<delivery-${delivery?.id}@`, '/approve')
  return { id, path, title: pair.title, release_id: pair.release_id, detail: () => manager.get(`/agreements/${id}`) }
}
