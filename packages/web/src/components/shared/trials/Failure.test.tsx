import type { FileInfo } from '@vypusk/contract'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderAlone } from '../../../testing/alone.tsx'
import type { AttachProps } from '../threads/place.ts'
import { Failure } from './Failure.tsx'

const file: FileInfo = {
  id: 4,
  file_name: 'снимок.png',
  version: '',
  size: 10,
  sha256: '0'.repeat(64),
  uploaded: '2026-03-02T09:00:00.000Z',
}

/** Uploads at once. */
const Attach = ({ onFile, children }: AttachProps) => (
  <>
    {children({ underWay: [], add: () => {}, cancel: () => {} })}
    <button type="button" onClick={() => onFile(file)}>
      Загрузить
    </button>
  </>
)
const form = (
  <Failure request_id={7} draft="agreement.5.trial.7" report={async () => null} Attach={Attach} onDone={() => {}} />
)

it('keeps the words and the files until they are sent', async () => {
  const user = userEvent.setup({ delay: null })
  const show = await renderAlone(form)
  await user.type(screen.getByRole('textbox', { name: 'Что не работает' }), 'Не печатает')
  await user.click(screen.getByRole('button', { name: 'Загрузить' }))
  show(null)
  show(form)
  expect(screen.getByRole('textbox', { name: 'Что не работает' })).toHaveProperty('value', 'Не печатает')
  screen.getByText('снимок.png')
  await user.click(screen.getByRole('button', { name: 'Отправить' }))
  show(null)
  show(form)
  expect(screen.getByRole('textbox', { name: 'Что не работает' })).toHaveProperty('value', '')
  expect(screen.queryByText('снимок.png')).toBeNull()
})
