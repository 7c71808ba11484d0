import type { scopes } from '@vypusk/contract'
import classes from './ScopeDifference.module.css'

const nameOf = ({ kind, id, title }: scopes.ScopePart) => (kind === 'request' ? `№ ${id} ${title}` : title)

const Parts = ({ title, parts }: { title: string; parts: scopes.ScopePart[] }) =>
  parts.length === 0 ? null : (
    <div>
      <div className={classes.label}>{title}</div>
      <ul className={classes.list}>
        {parts.map((part) => (
          <li key={`${part.kind} ${part.id}`}>{nameOf(part)}</li>
        ))}
      </ul>
    </div>
  )

const Reworded = ({ part }: { part: scopes.ScopeDifference['changed'][number] }) => (
  <div role="group" aria-label={nameOf(part)}>
    <div>{nameOf(part)}</div>
    <div className={classes.both}>
      <div>
        <div className={classes.label}>Было</div>
        <div className={classes.text}>{part.before}</div>
      </div>
      <div>
        <div className={classes.label}>Стало</div>
        <div className={classes.text}>{part.after}</div>
      </div>
    </div>
  </div>
)

interface ScopeDifferenceProps {
  title: string
  change: scopes.ScopeDifference
}

/** What was added, removed and changed; on a phone one below the other. */
export const ScopeDifference = ({ title, change }: ScopeDifferenceProps) => (
  <section className={classes.all} aria-label={title}>
    <p className={classes.title}>{title}</p>
    <Parts title="Добавлено" parts={change.added} />
    <Parts title="Убрано" parts={change.removed} />
    {change.changed.map((part) => (
      <Reworded key={`${part.kind} ${part.id}`} part={part} />
    ))}
  </section>
)
