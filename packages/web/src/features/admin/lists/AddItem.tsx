import { Button, TextInput } from '@mantine/core'
import type { adminLists } from '@vypusk/contract'
import { useRef, useState } from 'react'
import { sentenceOf } from '../../../api/api-error.ts'
import { toWhatIsRefused } from '../../../components/kit/fields/refused-fields.ts'
import classes from './lists.module.css'
import { useCreate } from './api.ts'

interface AddItemProps {
  list: adminLists.ListName
  /** For a module: its system. */
  idsys?: number
  /** «Новый модуль» */
  label: string
}

/** A name and a button; the new item is added at the end of the list. */
export function AddItem({ list, idsys, label }: AddItemProps) {
  const [name, setName] = useState('')
  const { mutate, isPending, error, reset } = useCreate(list, idsys)
  const field = useRef<HTMLInputElement>(null)
  const onAdded = (form: HTMLFormElement) => {
    setName('')
    const { activeElement, body } = document
    // The button, which has nothing to add now, loses the focus to nobody; who has gone on meanwhile stays there.
    if (activeElement === body || form.contains(activeElement)) field.current?.focus()
  }
  const add = (form: HTMLFormElement) =>
    mutate(name.trim(), { onSuccess: () => onAdded(form), onError: toWhatIsRefused(form) })
  return (
    <form
      className={classes.add}
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() && !isPending) add(event.currentTarget)
      }}
    >
      <TextInput
        ref={field}
        size="xs"
        aria-label={label}
        placeholder={label}
        maxLength={100}
        // What is typed meanwhile would be lost, and so would the refusal of what was sent.
        readOnly={isPending}
        value={name}
        error={error ? sentenceOf(error) : undefined}
        onChange={(event) => {
          setName(event.currentTarget.value)
          reset()
        }}
      />
      <Button type="submit" size="xs" variant="default" loading={isPending} disabled={!name.trim()}>
        Добавить
      </Button>
    </form>
  )
}
