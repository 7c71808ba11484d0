import { Button } from '@mantine/core'
import type { releases } from '@vypusk/contract'
import { useState } from 'react'
import classes from '../ReleasePage.module.css'
import { KINDS, Shown, TextForm } from '../description/TextForm.tsx'

/** One of the long texts of a release, edited in place by staff. */
export function TextTab({ release, field }: { release: releases.ReleaseDetail; field: 'terms' | 'comment' }) {
  const [isEditing, setEditing] = useState(false)
  const text = release[field] ?? ''
  if (isEditing) {
    return (
      <div className={classes.reading}>
        <TextForm release={release} field={field} onDone={() => setEditing(false)} />
      </div>
    )
  }
  return (
    <div className={classes.reading}>
      {text ? <Shown field={field} text={text} /> : <p className={classes.none}>{KINDS[field].empty}</p>}
      {release.abilities.save === true && (
        <Button variant="default" onClick={() => setEditing(true)}>
          {text ? 'Изменить' : 'Написать'}
        </Button>
      )}
    </div>
  )
}
