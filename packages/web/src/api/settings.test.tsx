import { auth, type live } from '@vypusk/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { renderAlone } from '../testing/alone.tsx'
import { noSettings } from '../testing/people.ts'
import { server } from '../testing/server.ts'
import { invalidate, queryClient } from './query-client.ts'
import { usePageSettings } from './settings.ts'

/** Settings that are changed in two windows of one person. */

interface Columns extends Record<string, number> {
  width: number
}
const nothing = () => {}
const Shown = ({ page }: { page: string }) => {
  const [columns, save] = usePageSettings<Columns>(page)
  return (
    <button type="button" onClick={() => save({ width: 7 })}>
      {`${page} ${columns?.width ?? 'не известно'}`}
    </button>
  )
}

let stored: typeof noSettings
beforeEach(async () => {
  stored = { ...noSettings, Here: { width: 1 }, There: { width: 1 } }
  server.answer(auth.getSettings, () => stored)
  server.answer(auth.saveSettings, { message: 'Success' })
  await renderAlone(
    <>
      <Shown page="Here" />
      <Shown page="There" />
    </>,
  )
  await screen.findByText('Here 1')
})
/** Another window has changed its settings, of which the stream tells. */
const changeThere = (width: number) =>
  act(() => {
    stored = { ...stored, There: { width } }
    return invalidate(['account' satisfies live.LiveEvent['entity']])
  })

test('are shown in the other one', async () => {
  await changeThere(2)
  await screen.findByText('There 2')
})

test('are not taken back by what the other one changes before they are saved', async () => {
  await userEvent.click(screen.getByText('Here 1'))
  await screen.findByText('Here 7')
  await changeThere(2)
  await screen.findByText('There 2')
  screen.getByText('Here 7')
  await waitFor(() => expect(server.callsOf(auth.saveSettings)).toHaveLength(1))
})

test('nor by an answer that was read before they were saved', async () => {
  const old = stored
  let answerOld = nothing
  server.answer(auth.saveSettings, () => {
    stored = { ...stored, Here: { width: 7 } }
    return { message: 'Success' }
  })
  await userEvent.click(screen.getByText('Here 1'))
  // The answer is under way while the change is saved.
  server.answer(auth.getSettings, () => new Promise<typeof old>((resolve) => (answerOld = () => resolve(old))) as never)
  void invalidate(['account'])
  const read = () => server.callsOf(auth.getSettings).length
  await waitFor(() => expect(answerOld).not.toBe(nothing))
  const before = read()
  server.answer(auth.getSettings, () => stored)
  await waitFor(() => expect(server.callsOf(auth.saveSettings)).toHaveLength(1))
  act(answerOld)
  // It is read again, because the answer may be older than what was saved.
  await waitFor(() => expect(read()).toBe(before + 1))
  await screen.findByText('Here 7')
})

test('are not replaced by what is usual when they could not be read', async () => {
  server.refuse(auth.getSettings, 500, 'Ошибка сервера')
  await act(() => queryClient.resetQueries({ queryKey: ['session', 'settings'] }).catch(nothing))
  await screen.findByText('Here не известно')
  server.answer(auth.getSettings, () => stored)
  await userEvent.click(screen.getByText('Here не известно'))
  await screen.findByText('Here 1')
  await new Promise((resolve) => setTimeout(resolve, 1000))
  expect(server.callsOf(auth.saveSettings)).toEqual([])
})
