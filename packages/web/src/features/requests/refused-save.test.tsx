import { requests } from '@vypusk/contract'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { open } from '../../testing/app.tsx'
import { manager } from '../../testing/people.ts'
import { requestFilters, requestPage, requestRow } from '../../testing/requests.ts'
import { server } from '../../testing/server.ts'

const backlog = { title: null, planned_time: 60, priority: 2, inBacklog: false }
const refused = () => screen.queryByText(/^Не сохранено/)
/** Sooner than the message disappears by itself, in ms. */
const AT_ONCE = 4000

async function fill(user: UserEvent, id: number, typed: string) {
  const row = (await screen.findByText(`Заявка про отчёт ${id}`)).closest('tr')!
  await user.click(row.querySelector<HTMLElement>('[data-column=planned_time] button')!)
  await user.keyboard(typed)
}

it('is forgotten when the same is saved after all, but not when something else is', async () => {
  const rows = [11, 12].map((id) =>
    requestRow(id, { backlog_request: { ...backlog, request_id: id, version: 1 }, version: 1 }),
  )
  server.answer(requests.backlogSummary, () => requestPage(rows))
  server.answer(requests.backlogFilters, requestFilters)
  server.answer(requests.saveBacklog, ({ body: { request_id } }) => ({
    message: 'Заявка успешно обновлена',
    backlogRequest: { ...backlog, request_id, version: 2 },
  }))
  const user = await open('/', manager)
  server.refuseOnce(requests.saveBacklog, 422, 'Такие часы не подходят')
  await fill(user, 11, '700{Enter}')
  await screen.findByText('Не сохранено. Такие часы не подходят')
  await fill(user, 12, '5{Enter}')
  await screen.findByRole('button', { name: 'Отменить' })
  expect(refused()).not.toBeNull()
  const began = performance.now()
  await fill(user, 11, '7{Enter}')
  await waitFor(() => expect(refused()).toBeNull())
  expect(performance.now() - began).toBeLessThan(AT_ONCE)
})
