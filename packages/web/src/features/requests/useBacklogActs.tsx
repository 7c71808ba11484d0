import type { requests } from '@vypusk/contract'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Act, Acts } from '../../components/kit/acts/acts.ts'
import { later, usePart } from '../../components/kit/feedback/later.ts'
import { whenDone } from '../../components/kit/feedback/when-done.ts'
import { ACT_KEYS } from '../../components/shared/keys/keys.ts'
import type { Chosen } from './BacklogDialogs.tsx'
import { useSaveMany, useTakeBackMany } from './api.ts'
import type { ManyChange } from './api.ts'
import { sayWhatWasSaved } from './saved.ts'
import { requestsCount } from './texts.ts'

const backlogDialogs = later(() => import('./BacklogDialogs.tsx'))

export const PRIORITIES = [5, 4, 3, 2, 1]

/** Saves a change for many requests, lists the refused ones with the reason, and can undo what nobody changed since. */
function useManyChange() {
  const { mutateAsync, isPending } = useSaveMany()
  const takeBack = useTakeBackMany()
  /** Returns whether anything was saved; throws the refusal of all. */
  const saveMany = async ({ ids, clear }: Chosen, change: ManyChange): Promise<boolean> => {
    const { before, versions, ...done } = await mutateAsync({ ids, change })
    sayWhatWasSaved(done, () => takeBack.mutateAsync({ before, versions, change }))
    clear()
    return done.saved.length > 0
  }
  const save = (chosen: Chosen, change: ManyChange) => whenDone(saveMany(chosen, change))
  return { save, saveMany, isPending }
}

/** The actions of staff on one request or many. */
export interface BacklogActing {
  add: (chosen: Chosen) => void
  time: (chosen: Chosen) => void
  save: (chosen: Chosen, change: ManyChange) => void
  isPending: boolean
}

const isInBacklog = ({ backlog_request }: requests.RequestRow) => backlog_request?.inBacklog ?? false

const actsOf = ({ add, time, save }: BacklogActing, chosen: Chosen, rows: requests.RequestRow[]): Act[] => {
  const isIn = rows.length === chosen.ids.length && rows.every(isInBacklog)
  const priority = (value: number): Act => ({
    label: `Приоритет ${value}`,
    shown: String(value),
    codes: [`Digit${value}`],
    act: () => save(chosen, { priority: value }),
  })
  return [
    { ...ACT_KEYS.addToRelease, label: 'Добавить в релиз…', act: () => add(chosen) },
    {
      ...ACT_KEYS.toBacklog,
      label: isIn ? 'Убрать из бэклога' : 'Внести в бэклог',
      act: () => save(chosen, { inBacklog: !isIn }),
    },
    { ...ACT_KEYS.hours, label: 'Часы…', act: () => time(chosen) },
    ...PRIORITIES.map(priority),
    { ...ACT_KEYS.noPriority, label: ACT_KEYS.noPriority.what, act: () => save(chosen, { priority: null }) },
  ]
}

const titleOf = (ids: number[]) => (ids.length === 1 ? `Заявка ${ids[0]}` : `Отмечено: ${requestsCount(ids.length)}`)

/** The actions of the backlog for its bar, its keys and Ctrl+K, with the dialogs they open. */
export function useBacklogActs(): {
  acting: BacklogActing
  acts: (ids: number[], rows: requests.RequestRow[], clear: () => void) => Acts
  dialogs: ReactNode
} {
  const [added, setAdded] = useState<Chosen | null>(null)
  const [timed, setTimed] = useState<Chosen | null>(null)
  const loaded = usePart(backlogDialogs, added !== null || timed !== null)
  const { saveMany, ...changing } = useManyChange()
  const acting: BacklogActing = { add: setAdded, time: setTimed, ...changing }
  return {
    acting,
    acts: (ids, rows, clear) => ({ title: titleOf(ids), acts: actsOf(acting, { ids, clear }, rows) }),
    dialogs: loaded && (
      <loaded.BacklogDialogs
        added={added}
        timed={timed}
        onClose={() => (setAdded(null), setTimed(null))}
        onHours={(chosen, planned_time) => saveMany(chosen, { planned_time })}
      />
    ),
  }
}
