import { zones } from '@vypusk/contract'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { MouseEvent } from 'react'
import { formatMoment } from '../../ui/dates.ts'
import type { Matter } from './api.ts'
import { controls } from './controls/all.ts'
import { Press } from './controls/Press.tsx'
import { wordsInZones } from '../../components/shared/dates/moments.ts'
import { dueInWords } from './texts.ts'
import { isPlainPress } from '../../ui/plain-press.ts'
import classes from './Waiting.module.css'
import { useToday } from '../../ui/useToday.ts'

interface MatterRowProps {
  matter: Matter
  /** The name of this kind of matter. */
  name: string
}

function Title({ matter: { title, company, href } }: { matter: Matter }) {
  const { history } = useRouter()
  const follow = (event: MouseEvent) => {
    if (!isPlainPress(event)) return
    event.preventDefault()
    history.push(href)
  }
  return (
    <a href={href} className={classes.title} onClick={follow}>
      {title}
      {company && <span className={classes.company}> · {company}</span>}
    </a>
  )
}

/** One matter: what is expected, by when, and how to settle it. */
export function MatterRow({ matter, name }: MatterRowProps) {
  const { history } = useRouter()
  const [isOpen, setOpen] = useState(false)
  const control = controls[matter.kind]
  useToday(matter.due_zone ?? undefined)
  useToday(zones.ownZone())
  const due = dueInWords(matter)
  const Panel = control?.Panel
  return (
    <li className={classes.row} data-late={matter.is_late || undefined}>
      <div className={classes.about}>
        <span className={classes.kind}>{name}</span>
        <Title matter={matter} />
        <span className={classes.text}>{wordsInZones(matter.text, matter.planned ? [matter.planned] : [])}</span>
      </div>
      <span className={classes.due} title={matter.since ? `Ждёт с ${formatMoment(matter.since)}` : undefined}>
        {matter.is_late && '▲ '}
        {due}
      </span>
      <div className={classes.acts}>
        {control ? (
          <control.Acts matter={matter} isOpen={isOpen} open={() => setOpen(!isOpen)} />
        ) : (
          <Press matter={matter} onClick={() => history.push(matter.href)}>
            Открыть
          </Press>
        )}
      </div>
      {isOpen && Panel && (
        <div className={classes.panel}>
          <Panel matter={matter} close={() => setOpen(false)} />
        </div>
      )}
    </li>
  )
}
