import { Alert } from '@mantine/core'
import { decodeName } from '@vypusk/contract'
import type { dates } from '@vypusk/contract'
import classes from './Dates.module.css'

interface ObjectionsProps {
  title: string
  objections: readonly dates.Objection[]
  /** Why the date was chosen in spite of the objections; empty when no reason was given. */
  reason?: string
}

/** The objections to a date. The date is kept, and both sides see what is wrong with it. */
export const Objections = ({ title, objections, reason = '' }: ObjectionsProps) =>
  objections.length > 0 && (
    <Alert color="yellow" title={title}>
      <ul className={classes.objections}>
        {objections.map(({ text }) => (
          <li key={text}>{decodeName(text)}</li>
        ))}
      </ul>
      {reason && <div>Почему всё же эта дата: {reason}</div>}
    </Alert>
  )
