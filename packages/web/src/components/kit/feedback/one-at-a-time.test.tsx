import { releases } from '@vypusk/contract'
import { act, renderHook, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { open } from '../../../testing/app.tsx'
import { manager } from '../../../testing/people.ts'
import { server } from '../../../testing/server.ts'
import { toast } from './toast.tsx'
import { useOneAtATime } from './useOneAtATime.ts'

/** A page that makes no calls of its own. */
const opens = () => {
  server.keepSilentOtherwise()
  return open('/no-such-page', manager)
}

it('ignores presses until the action has ended, and then takes them again', async () => {
  await opens()
  const ends: (() => void)[] = []
  const work = vi.fn<() => Promise<void>>(() => new Promise((resolve) => ends.push(resolve)))
  const { result } = renderHook(() => useOneAtATime(work))
  act(() => {
    result.current.run()
    result.current.run()
  })
  expect(work).toHaveBeenCalledTimes(1)
  expect(result.current.isPending).toBe(true)
  await act(async () => ends[0]?.())
  expect(result.current.isPending).toBe(false)
  act(() => result.current.run())
  expect(work).toHaveBeenCalledTimes(2)
  await act(async () => ends[1]?.())
})

it('shows a refusal, and can be pressed again', async () => {
  await opens()
  const onRefused = vi.fn<(refusal: unknown) => void>()
  const work = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('no')))
  const { result } = renderHook(() => useOneAtATime(work, onRefused))
  await act(async () => result.current.run())
  await act(async () => result.current.run())
  expect(onRefused).toHaveBeenCalledTimes(2)
})

it('undoes once, however often the button of the toast is pressed', async () => {
  const user = await opens()
  const undo = vi.fn<() => void>()
  act(() => toast.undo('Готово', undo))
  const button = await screen.findByRole('button', { name: 'Отменить' })
  await user.dblClick(button)
  expect(undo).toHaveBeenCalledTimes(1)
})

it('says at the field why requests could not be added, and takes one press of Enter for one', async () => {
  server.keepSilentOtherwise()
  const sentence = 'Релиз удалён: добавить заявки некуда'
  server.refuse(releases.checkRequests, 404, sentence)
  const user = await open('/release/0', manager)
  const field = await screen.findByRole('textbox', { name: 'Добавить заявки' })
  await user.type(field, '17{Enter}{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain(sentence)
  expect(server.callsOf(releases.checkRequests)).toHaveLength(1)
})
