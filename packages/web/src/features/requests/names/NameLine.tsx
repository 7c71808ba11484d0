import { Button } from '@mantine/core'
import type { requests } from '@vypusk/contract'
import { countOf } from '../../../ui/plural.ts'
import { requestsCount } from '../texts.ts'
import classes from './Names.module.css'
import { PersonChoice } from './PersonChoice.tsx'

const COMMENTS = ['комментарий', 'комментария', 'комментариев'] as const

/** «автор: 12 заявок · назначено: 3 заявки · 5 комментариев». */
const countsOf = ({ requests: written, assigned, comments }: requests.ImportedName) =>
  [
    written > 0 && `автор: ${requestsCount(written)}`,
    assigned > 0 && `назначено: ${requestsCount(assigned)}`,
    comments > 0 && countOf(comments, COMMENTS),
  ]
    .filter(Boolean)
    .join(' · ')

interface NameLineProps {
  name: requests.ImportedName
  isPending: boolean
  onJoin: (user: number) => void
  onPart: () => void
}

/** A name in the former system, and the person here. */
export const NameLine = ({ name, isPending, onJoin, onPart }: NameLineProps) => (
  <li className={classes.line}>
    <div className={classes.who}>
      <span className={classes.name}>{name.name}</span>
      <span className={classes.dim}>{countsOf(name)}</span>
    </div>
    {name.user ? (
      <div className={classes.joined}>
        <span className={classes.here}>{name.user.name}</span>
        <Button
          variant="subtle"
          size="compact-xs"
          disabled={isPending}
          onClick={onPart}
          aria-label={`Отвязать «${name.name}»`}
        >
          Отвязать
        </Button>
      </div>
    ) : (
      <div className={classes.joined}>
        <PersonChoice label={`Кто такой «${name.name}»`} disabled={isPending} onChoose={onJoin} />
        {name.alike && (
          <Button
            variant="default"
            size="compact-xs"
            className={classes.alike}
            disabled={isPending}
            onClick={() => name.alike && onJoin(name.alike.id)}
          >
            Похоже: {name.alike.name}
          </Button>
        )}
      </div>
    )}
  </li>
)
