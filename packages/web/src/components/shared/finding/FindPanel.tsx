import { CloseButton, VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { countOf } from '../../../ui/plural.ts'
import { KEYS, isKey } from '../../kit/keys/keys.ts'
import type { Place } from '../shell/navigation.ts'
import { FindHints } from './FindHints.tsx'
import { FindList, LIST_ID, optionId } from './FindList.tsx'
import { FindState } from './FindState.tsx'
import classes from './Finding.module.css'
import { takeEarlyWords } from './opened.ts'
import { useActions } from './useActions.ts'
import { useEnter } from './useEnter.ts'
import { useFinding } from './useFinding.ts'
import { useListWalk } from './useListWalk.ts'
import { usePick } from './usePick.ts'

interface FindPanelProps {
  places: Place[]
  showKeys: () => void
  close: () => void
}

/** The contents of the dialog: the field has the focus, and the list follows it. */
export function FindPanel({ places, showKeys, close }: FindPanelProps) {
  const [typed, setTyped] = useState(takeEarlyWords)
  const actions = useActions(places, showKeys)
  const { sections, words, isFresh, error, retry } = useFinding(typed, actions)
  const options = sections.flatMap((section) => section.options)
  const { active, point, walk } = useListWalk(sections, options, typed)
  const pick = usePick(close)
  const enter = useEnter(isFresh, (inNewTab) => {
    const option = options[active]
    if (option) pick(option, inNewTab)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (walk(event) || event.nativeEvent.isComposing) return
    const inNewTab = isKey(event, KEYS.newTab)
    const isEnter = inNewTab || isKey(event, KEYS.open)
    if (!isEnter && !isKey(event, KEYS.find)) return
    event.preventDefault()
    if (isEnter) enter.press(inNewTab)
    else close()
  }
  const type = (next: string) => {
    enter.drop()
    setTyped(next)
  }
  return (
    <>
      <div className={classes.field} data-busy={!isFresh || undefined}>
        <IconSearch size={18} aria-hidden />
        <input
          data-autofocus
          autoFocus
          className={classes.input}
          role="combobox"
          aria-label="Поиск по всему"
          aria-expanded={options.length > 0}
          aria-controls={LIST_ID}
          aria-autocomplete="list"
          aria-activedescendant={options.length > 0 ? optionId(active) : undefined}
          placeholder="Номер, слова или действие"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <CloseButton size="sm" aria-label="Закрыть" tabIndex={-1} onClick={close} />
      </div>
      <FindState error={error} retry={retry} isFresh={isFresh} isEmpty={options.length === 0} />
      <VisuallyHidden role="status">{isFresh && countOf(options.length, ['строка', 'строки', 'строк'])}</VisuallyHidden>
      <FindList
        sections={sections}
        options={options}
        words={words}
        active={active}
        onPoint={point}
        onPick={(option, event) => {
          event.preventDefault()
          pick(option, event.ctrlKey || event.metaKey)
        }}
      />
      <FindHints />
    </>
  )
}
