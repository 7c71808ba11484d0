import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { letterTemplates } from '@vypusk/contract'
import { useRef } from 'react'
import type { FocusEvent } from 'react'
import type { Words } from './api.ts'
import classes from './letters.module.css'

type Field = HTMLInputElement | HTMLTextAreaElement

interface LetterFieldsProps {
  form: UseFormReturnType<Words>
  placeholders: letterTemplates.Placeholder[]
}

/** The placeholders for the text; a click inserts one at the cursor. */
const Placeholders = ({
  placeholders,
  onChoose,
}: Pick<LetterFieldsProps, 'placeholders'> & { onChoose: (name: string) => void }) => (
  <section aria-label="Подстановки">
    <p className={classes.dim}>Подстановки – нажмите, чтобы вставить туда, где стоит курсор:</p>
    <ul className={classes.placeholders}>
      {placeholders.map(({ name, about, example, is_required }) => (
        <li key={name}>
          <button type="button" className={classes.placeholder} onClick={() => onChoose(name)}>
            {`{${name}}`}
          </button>
          <span>
            {about}
            {is_required && <b> – в тексте обязательна</b>}
            {example !== '' && <span className={classes.dim}>, например: {example}</span>}
          </span>
        </li>
      ))}
    </ul>
  </section>
)

/** The texts of a letter. */
export function LetterFields({ form, placeholders }: LetterFieldsProps) {
  const text = useRef<HTMLTextAreaElement>(null)
  const last = useRef<Field | null>(null)
  const insert = (name: string) => {
    const field = last.current ?? text.current
    if (!field) return
    const end = field.value.length
    field.setRangeText(`{${name}}`, field.selectionStart ?? end, field.selectionEnd ?? end, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.focus()
  }
  const field = (name: keyof Words) => ({
    name,
    required: true,
    onFocusCapture: ({ currentTarget }: FocusEvent<Field>) => void (last.current = currentTarget),
    ...form.getInputProps(name),
  })
  return (
    <>
      <TextInput label="Тема" maxLength={200} {...field('subject')} />
      <TextInput label="Заголовок" maxLength={200} {...field('heading')} />
      <Textarea
        ref={text}
        label="Текст"
        description="Пустая строка начинает новый абзац"
        autosize
        minRows={5}
        maxRows={18}
        maxLength={5000}
        {...field('text')}
      />
      <TextInput label="Надпись на кнопке" maxLength={60} {...field('button')} />
      <Placeholders placeholders={placeholders} onChoose={insert} />
    </>
  )
}
