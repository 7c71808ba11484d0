import { requests } from '@vypusk/contract'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { address, open } from '../../testing/app.tsx'
import { client, manager } from '../../testing/people.ts'
import { requestDetail, requestFilters, requestPage, requestRow } from '../../testing/requests.ts'
import { server } from '../../testing/server.ts'

const found = (...ids: number[]) => ({
  message: 'Success',
  requests: ids.map((id) => {
    const { e_title, company } = requestRow(id)
    return { id, e_title, company, source_key: 'MDL-40705' }
  }),
})

beforeEach(() => {
  server.keepSilentOtherwise()
  server.answer(requests.backlogSummary, requestPage([requestRow(11)]))
  server.answer(requests.backlogFilters, requestFilters)
  server.answer(requests.getRequest, requestDetail(11))
})

it.each(['/browse/MDL-40705', '/issues/MDL-40705'])('%s redirects to the request', async (path) => {
  server.answer(requests.requestsByKey, found(11))
  await open(path, manager)
  await waitFor(() => expect(address()).toContain('open=11'))
  expect(server.callsOf(requests.requestsByKey)[0]?.params).toEqual({ key: 'MDL-40705' })
})

it('offers a choice of several requests with one number, and reports when there is none', async () => {
  server.answer(requests.requestsByKey, found(11, 12))
  await open('/browse/MDL-40705', manager)
  expect((await screen.findByRole('link', { name: 'Заявка про отчёт 12' })).getAttribute('href')).toContain('open=12')
})

it('explains when a request does not exist or belongs to another company', async () => {
  server.answer(requests.requestsByKey, found())
  await open('/browse/MDL-40705', client)
  await screen.findByText('Заявки с прежним номером MDL-40705 нет')
})
