import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderAlone } from '../../../testing/alone.tsx'
import { RequestFiles } from './RequestFiles.tsx'

it('names a file to a screen reader by all that is shown of it', async () => {
  const file = {
    id: 7,
    file_name: 'акт.docx',
    version: '',
    size: 2900,
    sha256: '',
    uploaded: '2026-03-01T09:00:00.000Z',
  }
  await renderAlone(<RequestFiles files={[file]} />)
  expect(screen.getByRole('button', { name: /^Скачать\s*акт\.docx\s*2,8\sКБ · 01\.03\.2026$/ })).toBeDefined()
})
