import { decodeName } from '@vypusk/contract'
import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { useState } from 'react'
import { sentenceOf } from '../../../api/api-error.ts'
import { useOneAtATime } from '../../../components/kit/feedback/useOneAtATime.ts'
import classes from './RequestAdder.module.css'
import { freeRequestsQuery } from '../api.ts'
import { numbersIn, requestsCount } from '../texts.ts'

const TYPING = 200
/** The option that adds the typed numbers. */
const NUMBERS = 'numbers'

/** What could not be added. */
export interface NotAdded {
  /** Why, in words. */
  problem: string
  ids: readonly number[]
}

interface RequestAdderProps {
  /** Adds what can be added and returns what could not; null when everything was added. */
  onAdd: (ids: number[]) => Promise<NotAdded | null>
  isBusy?: boolean
}

/** The meaning of the typed text: numbers, or words by which free requests are found. */
function useFound(text: string) {
  const [search] = useDebouncedValue(text.trim(), TYPING)
  const numbers = numbersIn(text)
  const isList = (numbers?.length ?? 0) > 1
  const { data, isFetching } = useQuery(freeRequestsQuery(isList ? '' : search))
  const isSearching = !isList && text.trim() !== ''
  const requests = isSearching ? (data?.requestsList ?? []) : []
  return { numbers, requests, isFetching, isNothing: isSearching && !numbers && data?.requestsList.length === 0 }
}

/**
 * Handles pasted text with line breaks or spaces, because a single-line input would drop the breaks between numbers.
 */
const pasteNumbers = (onText: (text: string) => void) => (event: ClipboardEvent<HTMLInputElement>) => {
  const pasted = event.clipboardData.getData('text').trim()
  if (!/\s/.test(pasted)) return
  event.preventDefault()
  onText(`${event.currentTarget.value}${pasted.replaceAll(/\s+/g, ' ')}`)
}

const addNumbers = (numbers: readonly number[]) =>
  numbers.length > 1 ? `Добавить ${requestsCount(numbers.length)}` : `Добавить № ${numbers[0]}`

function FoundOptions({ numbers, requests, isNothing }: ReturnType<typeof useFound>) {
  return (
    <Combobox.Options aria-label="Найденные заявки">
      {numbers && <Combobox.Option value={NUMBERS}>{addNumbers(numbers)}</Combobox.Option>}
      {requests.map(({ id, e_title, company }) => (
        <Combobox.Option key={id} value={String(id)}>
          <span className={classes.number}>{id}</span> {e_title}
          <span className={classes.company}> · {decodeName(company.namecomp)}</span>
        </Combobox.Option>
      ))}
      {isNothing && <Combobox.Empty>Свободных заявок с такими словами нет</Combobox.Empty>}
    </Combobox.Options>
  )
}

/** Adds requests by number, by a pasted list of numbers, or by words of their titles. */
export function RequestAdder({ onAdd, isBusy = false }: RequestAdderProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const combobox = useCombobox()
  const found = useFound(text)

  const { run: add } = useOneAtATime(
    async (ids: readonly number[]) => {
      if (ids.length === 0) return
      const refused = await onAdd([...ids])
      setProblem(refused?.problem ?? null)
      setText(refused?.ids.join(', ') ?? '')
      combobox.closeDropdown()
    },
    (refusal) => setProblem(sentenceOf(refusal)),
  )
  const type = (next: string) => {
    setText(next)
    setProblem(null)
    combobox.openDropdown()
    combobox.resetSelectedOption()
  }
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || combobox.getSelectedOptionIndex() >= 0) return
    event.preventDefault()
    add(found.numbers ?? [])
  }
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(value) => add(value === NUMBERS ? (found.numbers ?? []) : [Number(value)])}
    >
      <Combobox.Target withAriaAttributes>
        <TextInput
          size="xs"
          className={classes.input}
          aria-label="Добавить заявки"
          placeholder="Добавить: номер, слова или список номеров"
          value={text}
          error={problem}
          errorProps={{ role: 'alert' }}
          // Not disabled: that would take the focus from whoever adds one after another.
          readOnly={isBusy}
          rightSection={found.isFetching || isBusy ? <Loader size={14} /> : null}
          onChange={(event) => type(event.currentTarget.value)}
          onPaste={pasteNumbers(type)}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={enter}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={text.trim() === ''}>
        <FoundOptions {...found} />
      </Combobox.Dropdown>
    </Combobox>
  )
}
