import { Button } from '@mantine/core'
import type { waiting } from '@vypusk/contract'
import { useNavigate } from '@tanstack/react-router'
import type { Search } from '../../components/kit/list-state/search.ts'
import classes from './Waiting.module.css'

interface ChoiceProps {
  isChosen: boolean
  onChoose: () => void
  children: string
}

const Choice = ({ isChosen, onChoose, children }: ChoiceProps) => (
  <Button size="compact-sm" variant={isChosen ? 'light' : 'default'} aria-pressed={isChosen} onClick={onChoose}>
    {children}
  </Button>
)

interface KindBarProps {
  kinds: readonly { kind: waiting.Kind; name: string; count: number; more: boolean }[]
  kind: waiting.Kind | undefined
}

/** The kinds of matters, each of which can be shown alone. */
export function KindBar({ kinds, kind }: KindBarProps) {
  const navigate = useNavigate()
  if (kinds.length < 2 && kind === undefined) return null
  const show = (next: waiting.Kind | undefined) =>
    void navigate({ to: '.', search: (before: Search) => ({ ...before, kind: next }), resetScroll: false })
  return (
    <div className={classes.kinds} role="group" aria-label="Что ждёт">
      <Choice isChosen={kind === undefined} onChoose={() => show(undefined)}>
        Всё
      </Choice>
      {kinds.map(({ kind: each, name, count, more }) => (
        <Choice key={each} isChosen={each === kind} onChoose={() => show(each)}>
          {`${name} ${count}${more ? '+' : ''}`}
        </Choice>
      ))}
    </div>
  )
}
