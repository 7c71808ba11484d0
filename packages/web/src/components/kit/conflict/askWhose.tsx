import { confirm } from '../feedback/dialogs.tsx'
import { BothValues, type Both } from './BothValues.tsx'
import { conflictTitle } from './title.ts'

interface ConflictQuestion {
  /** What was changed: «заявку», «запись». */
  what: string
  fields: readonly Omit<Both, 'choice'>[]
}

/**
 * Two people changed one field: both values stand side by side, and nothing is lost until one is chosen.
 * @returns true when the own one is to replace the other's
 */
export const askWhose = ({ what, fields }: ConflictQuestion): Promise<boolean> =>
  confirm({
    title: conflictTitle(what),
    children: <BothValues fields={fields} />,
    action: 'Записать моё',
    cancel: 'Оставить сохранённое',
  })
