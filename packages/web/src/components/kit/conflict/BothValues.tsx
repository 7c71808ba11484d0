import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './BothValues.module.css'

/** A field that two people have changed. */
export interface Both {
  /** The name of the field, and for a list also which row it belongs to. */
  title: string
  mine: ReactNode
  theirs: ReactNode
  /** Set when one of the values can be chosen in place, and the choice changed. */
  choice?: {
    /** Undefined until something is chosen. */
    isTheirs: boolean | undefined
    takeMine: () => void
    takeTheirs: () => void
  }
}

interface SideProps {
  label: string
  value: ReactNode
  /** «Оставить моё: Название» */
  action: string
  field: string
  isChosen: boolean
  onChoose: (() => void) | undefined
}

const Side = ({ label, value, action, field, isChosen, onChoose }: SideProps) => (
  <div className={classes.side}>
    <div className={classes.label}>{label}</div>
    <div className={classes.value}>{value || 'пусто'}</div>
    {onChoose && (
      <Button
        variant={isChosen ? 'light' : 'default'}
        size="compact-xs"
        aria-pressed={isChosen}
        aria-label={`${action}: ${field}`}
        onClick={onChoose}
      >
        {isChosen ? `${action} ✓` : action}
      </Button>
    )}
  </div>
)

/** Shows, field by field, the value typed here and the saved value side by side; on a phone one below the other. */
export const BothValues = ({ fields }: { fields: readonly Both[] }) => (
  <div className={classes.fields}>
    {fields.map(({ title, mine, theirs, choice }) => (
      <div key={title} role="group" aria-label={title} className={classes.field}>
        <div className={classes.title}>{title}</div>
        <Side
          label="У вас"
          value={mine}
          action="Оставить моё"
          field={title}
          isChosen={choice?.isTheirs === false}
          onChoose={choice?.takeMine}
        />
        <Side
          label="Сейчас сохранено"
          value={theirs}
          action="Взять сохранённое"
          field={title}
          isChosen={choice?.isTheirs === true}
          onChoose={choice?.takeTheirs}
        />
      </div>
    ))}
  </div>
)
