import { TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { releases } from '@vypusk/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { formatDay } from '../../ui/dates.ts'
import classes from './ReleaseChoice.module.css'

/** Releases to choose from, nearest plans last made first. */
const releaseChoiceQuery = (search_string: string) =>
  queryOptions({
    queryKey: ['release', 'choice', search_string],
    queryFn: ({ signal }) =>
      call(releases.list, {
        body: { search_string: search_string || undefined, per_page: 30, order_by: 'plan_date', isDesc: true },
        signal,
        onRefusal: 'throw',
      }),
  })

interface ReleaseChoiceProps {
  chosen: number | null
  /** A release that is no choice. */
  except?: number
  onChoose: (release: releases.ReleaseRow) => void
}

const TYPING = 250

/** A release there is already, searched on the server. */
export const ReleaseChoice = ({ chosen, except, onChoose }: ReleaseChoiceProps) => {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), TYPING)
  const { data, error } = useQuery(releaseChoiceQuery(search))
  const offered = data?.data.filter(({ id }) => id !== except)
  return (
    <>
      <TextInput
        data-autofocus
        label="Релиз"
        placeholder="Название или номер"
        value={typed}
        error={error && sentenceOf(error)}
        onChange={(event) => setTyped(event.currentTarget.value)}
        // Whoever looks for another release does not mean the one chosen before.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <div className={classes.list} role="radiogroup" aria-label="Релизы">
        {offered?.map((release) => (
          <UnstyledButton
            key={release.id}
            role="radio"
            aria-checked={release.id === chosen}
            className={classes.release}
            onClick={() => onChoose(release)}
          >
            <span className={classes.title}>{release.title}</span>
            <span className={classes.note}>
              {release.step.name_step} · план {formatDay(release.plan_date)}
            </span>
          </UnstyledButton>
        ))}
        {offered?.length === 0 && <p className={classes.note}>Такого релиза нет.</p>}
      </div>
    </>
  )
}
