import { Alert } from '@mantine/core'
import { decodeName } from '@vypusk/contract'
import type { dates } from '@vypusk/contract'
import classes from './Dates.module.css'

interface ObjectionsProps {
  title: string
  objections: readonly dates.Objection[]
  /** Why the date is kept all the same; empty where nobody has said. */
  reason?: string
}

/** What speaks against a date: it stays where it is, and both sides see why it had better not. */
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
