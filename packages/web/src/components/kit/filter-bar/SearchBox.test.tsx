import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderAlone } from '../../../testing/alone.tsx'
import { SearchBox } from './SearchBox.tsx'

const box = () => screen.getByRole<HTMLInputElement>('searchbox')

/** The box over a list that remembers what it searches for; another part of the page can change that. */
async function showSearch() {
  const asked: string[] = []
  function List() {
    const [value, set] = useState('')
    return (
      <>
        <SearchBox value={value} placeholder="Поиск" onChange={(text) => (asked.push(text), set(text))} />
        <button type="button" onClick={() => set('акты')}>
          Набор
        </button>
        <button type="button" onClick={() => set('обмен')}>
          Вернуть
        </button>
      </>
    )
  }
  await renderAlone(<List />)
  const user = userEvent.setup({ delay: null })
  return { asked, user, press: (name: string) => user.click(screen.getByRole('button', { name })) }
}

it('keeps a space that was typed before a pause', async () => {
  const { asked, user } = await showSearch()
  await user.type(box(), 'обмен ')
  await waitFor(() => expect(asked).toEqual(['обмен']))
  expect(box().value).toBe('обмен ')
  await user.type(box(), 'склад')
  await waitFor(() => expect(asked).toEqual(['обмен', 'обмен склад']))
  expect(box().value).toBe('обмен склад')
})

it('follows a change from outside and drops what was being typed', async () => {
  const { asked, user, press } = await showSearch()
  await user.type(box(), 'обмен')
  await waitFor(() => expect(asked).toEqual(['обмен']))
  await user.type(box(), ' скл')
  await press('Набор')
  expect(box().value).toBe('акты')
  await user.clear(box())
  await waitFor(() => expect(asked).toEqual(['обмен', '']))
  await press('Вернуть')
  expect(box().value).toBe('обмен')
})
