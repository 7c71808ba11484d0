import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { ofPerson } from '../../api/session.ts'
import { renderAlone } from '../../testing/alone.tsx'
import { useEditedField } from './useEditedField.ts'

/** A field with what somebody else has saved beside it. */
function Field({ value, version }: { value: string; version: number }) {
  const field = useEditedField('thing.1', { value, version })
  return (
    <>
      <input aria-label="Моё" value={field.value} onChange={(event) => field.set(event.currentTarget.value)} />
      <output>{field.theirs ?? 'никто не менял'}</output>
      <button type="button" onClick={field.keepMine}>
        Оставить моё
      </button>
    </>
  )
}

const mine = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Моё' }).value
const theirs = () => screen.getByRole('status').textContent

/** Types over «Было» of version 1, and reloads the page. */
async function reloads() {
  const user = userEvent.setup({ delay: null })
  const show = await renderAlone(<Field value="Было" version={1} />)
  await user.type(screen.getByRole('textbox', { name: 'Моё' }), '!')
  show(null)
  return { user, show }
}

it('restores a draft over what it was typed over', async () => {
  const { show } = await reloads()
  show(<Field value="Было" version={3} />)
  expect([mine(), theirs()]).toEqual(['Было!', 'никто не менял'])
})

it('shows what somebody else has saved since a restored draft was typed', async () => {
  const { user, show } = await reloads()
  show(<Field value="Чужое" version={2} />)
  expect([mine(), theirs()]).toEqual(['Было!', 'Чужое'])
  await user.click(screen.getByRole('button', { name: 'Оставить моё' }))
  expect([mine(), theirs()]).toEqual(['Было!', 'никто не менял'])

  // The choice is kept too.
  show(null)
  show(<Field value="Чужое" version={2} />)
  expect([mine(), theirs()]).toEqual(['Было!', 'никто не менял'])
})

it('leaves out a draft that does not say what it was typed over', async () => {
  ofPerson('draft.thing.1').write(['it@north.example'])
  await renderAlone(<Field value="Было" version={1} />)
  expect([mine(), theirs()]).toEqual(['Было', 'никто не менял'])
})
