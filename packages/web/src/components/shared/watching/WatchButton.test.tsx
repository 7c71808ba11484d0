import { notices } from '@vypusk/contract'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderAlone } from '../../../testing/alone.tsx'
import { server } from '../../../testing/server.ts'
import { useKeys } from '../../../ui/useKeys.ts'
import { Hints } from '../../kit/feedback/Hints.tsx'
import { WatchButton } from './WatchButton.tsx'

const button = (name: string) => screen.findByRole('button', { name })

it('shows what is saved when every press has been refused', async () => {
  server.answer(notices.getWatching, { watches: false, reason: null, watchers: [] })
  server.refuse(notices.watch, 429, 'Слишком много запросов')
  const user = userEvent.setup({ delay: null })
  await renderAlone(<WatchButton entity="release" id={8} />)
  await user.dblClick(await button('Следить за релизом, следят: 0'))
  await waitFor(() => expect(server.callsOf(notices.watch).map(({ body }) => body.watches)).toEqual([true, false]))
  await button('Следить за релизом, следят: 0')
})

it('says who watches, and leaves Esc to the panel it is in', async () => {
  server.answer(notices.getWatching, { watches: false, reason: null, watchers: [{ id: 3, name: 'Вера Новая' }] })
  const leave = vi.fn<() => void>()
  const Panel = () => {
    useKeys({ Escape: leave })
    return (
      <>
        <WatchButton entity="release" id={8} />
        <Hints />
      </>
    )
  }
  await renderAlone(<Panel />)
  const user = userEvent.setup({ delay: null })
  const watch = await button('Следить за релизом, следят: 1')
  await user.hover(watch)
  // The page's own hints may have been loaded by then.
  await screen.findAllByRole('tooltip')
  expect(watch.getAttribute('aria-description')).toBe('Следят: Вера Новая.')
  await user.keyboard('{Escape}')
  expect(leave).toHaveBeenCalledOnce()
})
