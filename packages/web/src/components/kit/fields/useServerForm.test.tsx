import { Button, TextInput } from '@mantine/core'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { pastToasts } from '../feedback/toast.tsx'
import { renderAlone } from '../../../testing/alone.tsx'
import { formOf } from './unread.ts'
import { useServerForm } from './useServerForm.tsx'

/** The saves that have been sent and not yet answered. */
let answers: (() => void)[] = []
const save = vi.fn<(values: { name: string }, key?: string) => Promise<string>>()
beforeEach(() => {
  answers = []
  save.mockReset()
  save.mockImplementation(() => new Promise((resolve) => answers.push(() => resolve('saved'))))
})
const answer = () => act(async () => answers.shift()?.())

function Asking({ before, isAnswered }: { before?: () => Promise<boolean>; isAnswered?: boolean }) {
  const { form, formProps, isSaving } = useServerForm({
    name: 'test',
    initialValues: { name: 'Первый' },
    save,
    ...(before && { before }),
    ...(isAnswered && { onRefused: () => true }),
    onSaved: () => {},
  })
  return (
    <form {...formProps}>
      <TextInput label="Название" {...form.getInputProps('name')} />
      <Button type="submit" loading={isSaving}>
        Сохранить
      </Button>
    </form>
  )
}

/** A form whose only guard is its button. */
function Written() {
  const [isPending, setPending] = useState(false)
  const send = async () => {
    setPending(true)
    await save({ name: '' })
    setPending(false)
  }
  return (
    <form {...formOf(() => void send())}>
      <TextInput label="Название" />
      <Button type="submit" loading={isPending}>
        Сохранить
      </Button>
    </form>
  )
}

const typed = async () => {
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByLabelText('Название'))
  return user
}
const CTRL_ENTER = '{Control>}{Enter}{/Control}'

it('saves once, however often Ctrl+Enter is pressed before the answer, and then again', async () => {
  await renderAlone(<Asking />)
  const user = await typed()
  await user.keyboard(CTRL_ENTER)
  await vi.waitFor(() => expect(save).toHaveBeenCalledTimes(1))
  await user.keyboard(CTRL_ENTER)
  // A browser that is busy sends the form again before its button has been drawn as disabled.
  const form = screen.getByLabelText('Название').closest('form')
  act(() => form?.requestSubmit())
  await answer()
  expect(save).toHaveBeenCalledTimes(1)
  await user.keyboard(CTRL_ENTER)
  await vi.waitFor(() => expect(save).toHaveBeenCalledTimes(2))
  await answer()
})

it('asks once before saving, and can be sent again after «Отмена»', async () => {
  const replies: ((isWanted: boolean) => void)[] = []
  const before = vi.fn<() => Promise<boolean>>(() => new Promise((resolve) => replies.push(resolve)))
  await renderAlone(<Asking before={before} />)
  const user = await typed()
  await user.keyboard(CTRL_ENTER)
  await vi.waitFor(() => expect(before).toHaveBeenCalledTimes(1))
  await user.click(screen.getByRole('button', { name: 'Сохранить' }))
  expect(before).toHaveBeenCalledTimes(1)
  await act(async () => replies[0]?.(false))
  await user.click(screen.getByRole('button', { name: 'Сохранить' }))
  expect(before).toHaveBeenCalledTimes(2)
  await act(async () => replies[1]?.(true))
  expect(save).toHaveBeenCalledTimes(1)
  await answer()
})

it('can be sent again after a refusal', async () => {
  save.mockRejectedValueOnce(new Error('no'))
  await renderAlone(<Asking />)
  const user = await typed()
  await user.keyboard('{Enter}')
  await user.keyboard('{Enter}')
  expect(save).toHaveBeenCalledTimes(2)
  await answer()
})

it('sends no form by Ctrl+Enter whose button does nothing', async () => {
  await renderAlone(<Written />)
  const user = await typed()
  await user.keyboard(CTRL_ENTER)
  await vi.waitFor(() => expect(save).toHaveBeenCalledTimes(1))
  await user.keyboard(CTRL_ENTER)
  // The key acts in a timer of its own, which has run when a later one does.
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(save).toHaveBeenCalledTimes(1)
  await answer()
})

it('a key that is held sends once', async () => {
  await renderAlone(<Written />)
  await typed()
  const field = screen.getByLabelText('Название')
  const held = { key: 'Enter', code: 'Enter', ctrlKey: true, repeat: true }
  expect(fireEvent.keyDown(field, held)).toBe(false)
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(save).not.toHaveBeenCalled()
})

const EMPTY = { name: '', note: '' }

/** A form that stays open to be filled in again. */
function Again() {
  const { form, formProps } = useServerForm({ name: 'again', initialValues: EMPTY, empty: EMPTY, save })
  return (
    <form {...formProps}>
      <TextInput label="Название" {...form.getInputProps('name')} />
      <TextInput label="Пояснение" {...form.getInputProps('note')} />
      <Button type="submit">Добавить</Button>
    </form>
  )
}
const draftOf = (name: string) => {
  const key = Object.keys(localStorage).find((each) => each.includes(`draft.${name}.`))
  return key === undefined ? null : (JSON.parse(localStorage.getItem(key) ?? 'null') as unknown)
}
const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

it('empties what was sent, and keeps what was typed after it with its draft', async () => {
  await renderAlone(<Again />)
  const user = await typed()
  await user.keyboard('Первое')
  await user.keyboard(CTRL_ENTER)
  await vi.waitFor(() => expect(save).toHaveBeenCalledTimes(1))
  await user.type(screen.getByLabelText('Пояснение'), 'Второе')
  await answer()
  expect([valueOf('Название'), valueOf('Пояснение')]).toEqual(['', 'Второе'])
  await vi.waitFor(() => expect(draftOf('again')).toMatchObject({ name: '', note: 'Второе' }))
  await user.keyboard(CTRL_ENTER)
  await vi.waitFor(() => expect(save).toHaveBeenLastCalledWith({ name: '', note: 'Второе' }, expect.anything()))
  await answer()
  expect([valueOf('Название'), valueOf('Пояснение')]).toEqual(['', ''])
  expect(draftOf('again')).toBeNull()
})

it('keeps the draft of what was typed into a form after it had been sent', async () => {
  await renderAlone(<Asking />)
  const user = await typed()
  await user.keyboard(CTRL_ENTER)
  await vi.waitFor(() => expect(save).toHaveBeenCalledTimes(1))
  await user.keyboard(' и второй')
  await answer()
  expect(valueOf('Название')).toBe('Первый и второй')
  await vi.waitFor(() => expect(draftOf('test')).toMatchObject({ name: 'Первый и второй' }))
})

it('repeats what was sent before the page was loaded anew with the same key, and what is sent after an answer with another', async () => {
  localStorage.clear()
  save.mockImplementationOnce(() => Promise.reject(new Error('lost')))
  await renderAlone(<Asking />)
  const user = await typed()
  await user.keyboard(CTRL_ENTER)
  await vi.waitFor(() => expect(save).toHaveBeenCalledTimes(1))
  cleanup()
  await renderAlone(<Asking />)
  await typed()
  await user.keyboard(CTRL_ENTER)
  await vi.waitFor(() => expect(save).toHaveBeenCalledTimes(2))
  await answer()
  await user.keyboard(CTRL_ENTER)
  await vi.waitFor(() => expect(save).toHaveBeenCalledTimes(3))
  const [sent, again, anew] = save.mock.calls.map(([, key]) => key)
  expect(again).toBe(sent)
  expect(anew).not.toBe(sent)
})

it('leads to the field that the server refuses, unless another one is being filled in', async () => {
  const refusals: (() => void)[] = []
  const errors = { name: ['Такое название уже есть'] }
  const refusal = new ApiError({ status: 422, message: 'Проверьте поля', errors, data: {}, onRefusal: 'throw' })
  save.mockImplementation(() => new Promise((_, reject) => refusals.push(() => reject(refusal))))
  const refuse = () => act(async () => refusals.shift()?.())
  await renderAlone(
    <>
      <Asking />
      <input aria-label="Другое" />
    </>,
  )
  const field = screen.getByLabelText('Название')
  const send = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
    await vi.waitFor(() => expect(refusals).toHaveLength(1))
  }
  await send()
  await refuse()
  await vi.waitFor(() => expect(document.activeElement).toBe(field))
  await send()
  const other = screen.getByLabelText('Другое')
  other.focus()
  await refuse()
  await screen.findByText('Такое название уже есть')
  await new Promise(requestAnimationFrame)
  expect(document.activeElement).toBe(other)
})

const COUNTED = { name: '', note: 'Пояснение', from: 1, to: null as number | null, lists: [1] }

/** A form that sets several fields at once. */
function Together() {
  const { form, formProps } = useServerForm({
    name: 'together',
    initialValues: COUNTED,
    mends: { from: ['to', 'period'] },
    save,
  })
  const { errors, setValues } = form
  return (
    <form {...formProps}>
      <Button onClick={() => setValues({ name: 'Другое', lists: [1] })}>Назвать</Button>
      <Button onClick={() => setValues({ from: 2 })}>Начать позже</Button>
      <Button onClick={() => setValues({ lists: [1, 2], to: 3 })}>Дополнить</Button>
      <Button type="submit">Сохранить</Button>
      <output>{Object.keys(errors).join(', ')}</output>
    </form>
  )
}

it('leaves the refusals of the fields that have not changed', async () => {
  localStorage.clear()
  const fields = ['name', 'note', 'to', 'period', 'lists.0']
  const errors = Object.fromEntries(fields.map((field) => [field, [field]]))
  save.mockRejectedValueOnce(
    new ApiError({ status: 422, message: 'Проверьте поля', errors, data: {}, onRefusal: 'throw' }),
  )
  await renderAlone(<Together />)
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  const shown = () => screen.getByRole('status').textContent
  await press('Сохранить')
  await vi.waitFor(() => expect(shown()).toBe('name, note, to, period, lists.0'))
  await press('Назвать')
  expect(shown()).toBe('note, to, period, lists.0')
  await press('Начать позже')
  expect(shown()).toBe('note, to, lists.0')
  await press('Дополнить')
  expect(shown()).toBe('note')
})

it('says in a toast what the server refuses of something that has no field here', async () => {
  const errors = { 'modules.0': ['Модуль не найден'] }
  save.mockRejectedValue(new ApiError({ status: 422, message: 'Проверьте поля', errors, data: {}, onRefusal: 'throw' }))
  await renderAlone(<Asking isAnswered />)
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
  await vi.waitFor(() => expect(pastToasts.get()[0]?.message).toBe('Не сохранено. Модуль не найден'))
})
