import { agreements } from '@vypusk/contract'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open } from '../../testing/app.tsx'
import { manager } from '../../testing/people.ts'
import { server } from '../../testing/server.ts'

it('an agreement that cannot be made says why at the field, keeps what was typed and sends nothing', async () => {
  server.keepSilentOtherwise()
  const user = await open('/agreements/0', manager)
  await user.type(await screen.findByRole('textbox', { name: 'Замечание' }), 'Ночью нельзя')
  await user.click(screen.getByRole('button', { name: 'Создать' }))
  await screen.findByText('Выберите релиз')
  await screen.findByText('Выберите хотя бы одну компанию')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Замечание' }).value).toBe('Ночью нельзя')
  expect(server.asked(agreements.add)).toEqual([])
})
