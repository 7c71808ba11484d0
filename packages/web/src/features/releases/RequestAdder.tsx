import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { ClipboardEvent } from 'react'
import { useState } from 'react'
import { decodeName } from '../../ui/names.ts'
import classes from './RequestAdder.module.css'
import { freeRequestsQuery } from './api.ts'
import { numbersIn, requestsCount } from './texts.ts'

const TYPING = 200

interface RequestAdderProps {
  /** Adds them all or answers what is the matter with them. */
  onAdd: (ids: number[]) => Promise<string | null>
  isBusy?: boolean
  label?: string
}

/** Adds requests by number, by a pasted list of numbers, or by words of their titles. */
export function RequestAdder({ onAdd, isBusy = false, label = 'Добавить заявки' }: RequestAdderProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [search] = useDebouncedValue(text.trim(), TYPING)
  const combobox = useCombobox()
  const numbers = numbersIn(text)
  const isList = (numbers?.length ?? 0) > 1
  const { data, isFetching } = useQuery(freeRequestsQuery(isList ? '' : search))
  const found = isList || text.trim() === '' ? [] : (data?.requestsList ?? [])

  const add = async (ids: number[]) => {
    const refused = await onAdd(ids)
    setProblem(refused)
    if (refused === null) setText('')
    combobox.closeDropdown()
  }
  const type = (next: string) => {
    setText(next)
    setProblem(null)
    combobox.openDropdown()
    combobox.resetSelectedOption()
  }
  // A line of text would swallow the breaks between pasted numbers.
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text')
    if (!/\s/.test(pasted.trim())) return
    event.preventDefault()
    type(`${text}${pasted.trim().replaceAll(/\s+/g, ' ')}`)
  }

  return (
    <Combobox store={combobox} onOptionSubmit={(id) => void add(id === 'numbers' ? (numbers ?? []) : [Number(id)])}>
      <Combobox.Target withAriaAttributes>
        <TextInput
          className={classes.input}
          aria-label={label}
          placeholder="Добавить: номер, слова или список номеров"
          value={text}
          error={problem}
          errorProps={{ role: 'alert' }}
          disabled={isBusy}
          rightSection={isFetching || isBusy ? <Loader size={14} /> : null}
          onChange={(event) => type(event.currentTarget.value)}
          onPaste={paste}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || combobox.getSelectedOptionIndex() >= 0) return
            event.preventDefault()
            if (numbers) void add(numbers)
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={text.trim() === ''}>
        <Combobox.Options aria-label="Найденные заявки">
          {numbers && (
            <Combobox.Option value="numbers">
              {isList ? `Добавить ${requestsCount(numbers.length)}` : `Добавить № ${numbers[0]}`}
            </Combobox.Option>
          )}
          {found.map(({ id, e_title, company }) => (
            <Combobox.Option key={id} value={String(id)}>
              <span className={classes.number}>{id}</span> {e_title}
              <span className={classes.company}> · {decodeName(company.namecomp)}</span>
            </Combobox.Option>
          ))}
          {!numbers && data && found.length === 0 && (
            <Combobox.Empty>Свободных заявок с такими словами нет</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
