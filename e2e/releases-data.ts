import type { APIRequestContext } from '@playwright/test'
import { apiOf } from './fixtures.ts'
import type { Api, Page } from './fixtures.ts'

let serial = 0
export const newTitle = () => `Проверка ${Date.now()}-${(serial += 1)}`

interface Made {
  id: number
  title: string
}

/** A release of client1's company, seen by clients unless told otherwise. */
export async function makeRelease(
  request: APIRequestContext,
  given: object = {},
): Promise<Made & { api: Api; idcomp: number }> {
  const api = await apiOf(request, 'manager')
  const { company } = await (await apiOf(request, 'client1')).get('/auth/user')
  const days = { start_date: '2026-03-02', plan_date: '2027-12-24' }
  const { release } = await api.post('/releases/0', {
    title: newTitle(),
    ...days,
    is_visible_for_client: true,
    companies: [company.idcomp],
    terms: '<p>Правила установки</p>',
    ...given,
  })
  return { id: release.id, title: release.title, api, idcomp: company.idcomp }
}

/** Numbers of requests in no release. */
export async function freeRequests(api: Api, count: number): Promise<number[]> {
  const { data } = await api.post('/backlog/get-summary', { release_ids: [0], per_page: 200 })
  const start = Math.floor(Math.random() * (data.length - count))
  return data.slice(start, start + count).map(({ id }: { id: number }) => id)
}

export const adder = (page: Page) => page.getByRole('textbox', { name: 'Добавить заявки' })
export const requestRow = (page: Page, id: number) =>
  page
    .getByRole('table', { name: 'Заявки релиза' })
    .getByRole('row')
    .filter({ hasText: String(id) })
