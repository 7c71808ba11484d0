import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { releases } from '@vypusk/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { sentenceOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { formatDay } from '../../../ui/dates.ts'
import { SkeletonLines } from '../../../ui/Skeletons.tsx'
import classes from './ReleaseChoice.module.css'

/** Releases to choose from: late ones first, then the nearest, finished ones last. */
const releaseChoiceQuery = (search_string: string) =>
  queryOptions({
    queryKey: ['release', 'choice', search_string],
    queryFn: ({ signal }) =>
      call(releases.list, {
        body: { search_string: search_string || undefined, per_page: 30, order_by: 'near' },
        signal,
        onRefusal: 'throw',
      }),
  })

const TYPING = 250

/** The releases that match the typed text. */
function useOffered(except: number | undefined) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), TYPING)
  const { data, error, refetch } = useQuery(releaseChoiceQuery(search))
  return { typed, setTyped, offered: data?.data.filter(({ id }) => id !== except), error, refetch }
}

interface ReleaseOptionProps {
  release: releases.ReleaseRow
  name: string
  isChosen: boolean
  disabled: boolean
  onChoose: () => void
}

const ReleaseOption = ({ release, name, isChosen, disabled, onChoose }: ReleaseOptionProps) => (
  <label className={classes.release}>
    <input
      type="radio"
      className={classes.radio}
      name={name}
      checked={isChosen}
      disabled={disabled}
      onChange={onChoose}
    />
    <span className={classes.title}>{release.title}</span>
    <span className={classes.note}>
      {release.step.name_step} · план {formatDay(release.plan_date)}
    </span>
  </label>
)

interface ReleaseChoiceProps {
  chosen: number | null
  /** A release that cannot be chosen. */
  except?: number
  /** While it is being sent. */
  readOnly?: boolean
  /** @param release null when the search text changes, because the chosen release has to be visible */
  onChoose: (release: releases.ReleaseRow | null) => void
}

/** Chooses an existing release, searching on the server. ↓ goes from the search field to the results. */
export const ReleaseChoice = ({ chosen, except, readOnly = false, onChoose }: ReleaseChoiceProps) => {
  const { typed, setTyped, offered, error, refetch } = useOffered(except)
  const name = useId()
  const list = useRef<HTMLDivElement>(null)
  const goDown = (event: KeyboardEvent) => {
    const of = (selector: string) => list.current?.querySelector<HTMLInputElement>(selector)
    const radio = of(':checked') ?? of('input')
    if (event.key !== 'ArrowDown' || !radio) return
    event.preventDefault()
    radio.focus()
    radio.click()
  }
  return (
    <>
      <TextInput
        data-autofocus
        label="Релиз"
        placeholder="Название или номер"
        readOnly={readOnly}
        value={typed}
        onChange={(event) => (setTyped(event.currentTarget.value), onChoose(null))}
        onKeyDown={goDown}
      />
      <div ref={list} className={classes.list} role="radiogroup" aria-label="Релизы">
        {offered?.map((release) => (
          <ReleaseOption
            key={release.id}
            release={release}
            name={name}
            isChosen={release.id === chosen}
            disabled={readOnly && release.id !== chosen}
            onChoose={() => onChoose(release)}
          />
        ))}
        {!offered && !error && <SkeletonLines lines={5} label="Релизы загружаются" />}
        {offered?.length === 0 && (
          <p className={classes.state}>Такого релиза нет. Попробуйте другие слова или номер.</p>
        )}
        {error && (
          <div className={classes.state} role="alert">
            <p className={classes.state}>{sentenceOf(error)}</p>
            <Button variant="default" onClick={() => void refetch()}>
              Повторить
            </Button>
          </div>
        )}
      </div>
    </>
  )
}
