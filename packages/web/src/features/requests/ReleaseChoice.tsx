import { TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { releases } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { formatDay } from '../../ui/dates.ts'
import classes from './AddToReleaseDialog.module.css'
import { releaseChoiceQuery } from './api.ts'

interface ReleaseChoiceProps {
  chosen: number | null
  onChoose: (release: releases.ReleaseRow) => void
}

const TYPING = 250

/** A release there is already, searched on the server. */
export const ReleaseChoice = ({ chosen, onChoose }: ReleaseChoiceProps) => {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), TYPING)
  const { data, error } = useQuery(releaseChoiceQuery(search))
  return (
    <>
      <TextInput
        data-autofocus
        label="Релиз"
        placeholder="Название или номер"
        value={typed}
        error={error && sentenceOf(error)}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className={classes.list} role="radiogroup" aria-label="Релизы">
        {data?.data.map((release) => (
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
        {data?.data.length === 0 && <p className={classes.note}>Такого релиза нет.</p>}
      </div>
    </>
  )
}
