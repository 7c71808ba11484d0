import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, screen, waitFor } from '@testing-library/react'
import { dates } from '@vypusk/contract'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../../../api/query-client.ts'
import { open } from '../../../testing/app.tsx'
import { manager } from '../../../testing/people.ts'
import { server } from '../../../testing/server.ts'
import { usePicking } from './usePicking.ts'

/** «Подобрать даты всем» for more companies than one call takes. */

const COUNT = 250
const companies = Array.from({ length: COUNT }, (_, index) => ({
  idcomp: index + 1,
  releaseDate: null,
  releaseTime: null,
}))
const found = { releaseDate: '2030-04-02', releaseTime: '10:00' }
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

async function pick() {
  server.keepSilentOtherwise()
  server.answer(dates.forRelease, ({ query }) => ({
    zone: 'Europe/Moscow',
    together: { found: null, refused: [] },
    each: query.companies.map((idcomp) => ({
      company: { idcomp, namecomp: `Компания ${idcomp}` },
      company_zone: null,
      found,
      refused: [],
    })),
    warnings: [],
  }))
  await open('/no-such-page', manager)
  const onDone = vi.fn<() => void>()
  const { result } = renderHook(() => usePicking(8, companies, onDone), { wrapper })
  await waitFor(() => expect(result.current.rows).toHaveLength(COUNT))
  act(() => result.current.send())
  return { result, onDone }
}
const sent = () => server.callsOf(dates.askAll).map(({ body }) => body.companies.length)
const doneFor = (ids: number[]) => ({
  message: 'Success' as const,
  done: ids.map((company_id) => ({ id: company_id, company_id, ...found })),
  refused: [],
  mail: 'sent' as const,
})

it('sends all of them their dates in parts', async () => {
  server.answer(dates.askAll, ({ body }) => doneFor(body.companies))
  const { onDone } = await pick()
  await screen.findByText(`Отправлено ${COUNT} компаниям`)
  expect(sent()).toEqual([200, 50])
  expect(onDone).toHaveBeenCalledOnce()
})

it('keeps the companies of a part that failed, with the reason', async () => {
  server.answer(dates.askAll, ({ body }) => {
    server.refuse(dates.askAll, 503, 'База данных недоступна')
    return doneFor(body.companies)
  })
  const { result, onDone } = await pick()
  await screen.findByText('Отправлено 200 компаниям')
  await waitFor(() => expect(result.current.rows).toHaveLength(50))
  expect(result.current.rows?.every(({ fault }) => fault === 'База данных недоступна')).toBe(true)
  expect(onDone).not.toHaveBeenCalled()
})
