import { linkedThreads } from '@vypusk/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Attachments } from '../../components/shared/threads/Attachments.tsx'
import type { Attaching, AttachProps } from '../../components/shared/threads/place.ts'
import { Failure } from '../../components/shared/trials/Failure.tsx'
import type { Report } from '../../components/shared/trials/reporting.ts'
import { renderAlone } from '../../testing/alone.tsx'
import { server } from '../../testing/server.ts'
import { attachBy } from './parts/LinkAttach.tsx'

const TOKEN = 'a'.repeat(43)
const Attach = attachBy(TOKEN)
const picture = new File(['…'], 'Снимок.png', { type: 'image/png' })

async function attach() {
  const onFile = vi.fn<AttachProps['onFile']>()
  await renderAlone(
    <Attach name="remark" onFile={onFile}>
      {(attaching) => <Attachments isSending={false} files={[]} attaching={attaching} onRemove={() => {}} />}
    </Attach>,
  )
  const user = userEvent.setup({ delay: null })
  await user.upload(screen.getByLabelText('Файлы'), picture)
  return { user, onFile }
}

test('a file whose upload was cancelled is not attached', async () => {
  const reply = Promise.withResolvers<void>()
  const replied = vi.fn<() => void>()
  server.answer(linkedThreads.upload, async () => {
    await reply.promise
    replied()
    return {
      message: 'Success',
      file: { id: 5, file_name: 'Снимок.png', size: 3, version: '', sha256: '', uploaded: '2026-03-06T06:30:00.000Z' },
    }
  })
  const { user, onFile } = await attach()
  await user.click(await screen.findByRole('button', { name: 'Убрать файл Снимок.png' }))
  await act(async () => reply.resolve())
  await waitFor(() => expect(replied).toHaveBeenCalled())
  await act(() => new Promise((done) => void setTimeout(done)))
  expect(onFile).not.toHaveBeenCalled()
  expect(screen.queryByText('Снимок.png')).toBeNull()
})

test('a cancelled upload is aborted', async () => {
  server.keepSilent(linkedThreads.upload)
  const sending = vi.spyOn(globalThis, 'fetch')
  const { user } = await attach()
  const signal = sending.mock.calls.find(([, init]) => init?.method === 'POST')?.[1]?.signal
  sending.mockRestore()
  await user.click(await screen.findByRole('button', { name: 'Убрать файл Снимок.png' }))
  expect(signal?.aborted).toBe(true)
})

test('the page of a proxy is told of in Russian', async () => {
  const page = new Response('<html>413 Request Entity Too Large</html>', { status: 413 })
  const sending = vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(page)
  const { onFile } = await attach()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Файл не загрузился. Проверьте связь и выберите его ещё раз',
  )
  sending.mockRestore()
  expect(onFile).not.toHaveBeenCalled()
})

test('«Отмена» of a failure cancels the files on their way', async () => {
  const cancel = vi.fn<Attaching['cancel']>()
  const underWay = [{ key: 'k', name: 'Снимок.png', status: 'загружается', isBad: false }]
  const Held = ({ children }: AttachProps) => children({ underWay, add: () => {}, cancel })
  const onDone = vi.fn<() => void>()
  await renderAlone(<Failure request_id={7} draft="trial" report={vi.fn<Report>()} Attach={Held} onDone={onDone} />)
  await userEvent.click(screen.getByRole('button', { name: 'Отмена' }))
  expect(cancel).toHaveBeenCalledWith('k')
  expect(onDone).toHaveBeenCalled()
})
