import type { APIRequestContext } from '@playwright/test'
import { apiOf, expect, test } from './fixtures.ts'
import { DEMO_REQUESTS } from './playwright.config.ts'
import type { Api, Page } from './fixtures.ts'

let serial = 0
/** Returns a title unique to this attempt of this test; the workers are separate processes with separate counters. */
export const newTitle = () => `Проверка ${test.info().workerIndex}-${(serial += 1)}-${Date.now().toString(36)}`

interface Made {
  id: number
  title: string
}

/** Creates a release of client1's company without an agreement, visible for clients unless overridden. */
export async function makeRelease(
  request: APIRequestContext,
  overrides: object = {},
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
    ...overrides,
  })
  return { id: release.id, title: release.title, api, idcomp: company.idcomp }
}

/** The demo's statuses of requests whose work is over: planning offers none of these. */
const OVER = new Set(['Закрыта', 'Отклонена'])

/**
 * Returns numbers of demo requests that are in no release. Each worker has its own share of the numbers: two tests
 * running at once never take the same request, nor one that another test has created for itself.
 * @param filter a filter of the backlog, such as `{ client_ids: [1] }`
 */
export async function freeRequests(api: Api, count: number, filter: object = {}): Promise<number[]> {
  const { parallelIndex, config } = test.info()
  const { data } = await api.post('/backlog/get-summary', { ...filter, release_ids: [0], per_page: 500 })
  const own = data
    .filter(({ status }: { status: { name: string } }) => !OVER.has(status.name))
    .map(({ id }: { id: number }) => id)
    .filter((id: number) => id <= DEMO_REQUESTS && id % config.workers === parallelIndex)
  expect(own.length).toBeGreaterThanOrEqual(count)
  const start = Math.floor(Math.random() * (own.length - count + 1))
  return own.slice(start, start + count)
}

export const adder = (page: Page) => page.getByRole('textbox', { name: 'Добавить заявки' })
export const requestRow = (page: Page, id: number) =>
  page
    .getByRole('table', { name: 'Заявки релиза' })
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: String(id), exact: true }) })

/** Accepts the companies and modules that requests bring to the release, whenever the dialog asks. */
export const takeAllThatComes = (page: Page) =>
  page.addLocatorHandler(
    page.getByRole('dialog', { name: /^Добавить в релиз/ }).getByRole('button', { name: 'Добавить', exact: true }),
    (add) => add.click(),
  )
