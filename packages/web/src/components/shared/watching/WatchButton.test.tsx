import { notices } from '@vypusk/contract'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderAlone } from '../../../testing/alone.tsx'
import { server } from '../../../testing/server.ts'
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
