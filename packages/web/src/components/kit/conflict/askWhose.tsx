import { confirm } from '../feedback/dialogs.tsx'
import { BothValues, type Both } from './BothValues.tsx'
import { conflictTitle } from './title.ts'

interface ConflictQuestion {
  /** What was changed: «заявку», «запись». */
  what: string
  fields: readonly Omit<Both, 'choice'>[]
}

/**
 * Shows both values side by side when two people have changed one field; nothing is lost until one is chosen.
 * @returns true when the person's own value is to replace the other one
 */
export const askWhose = ({ what, fields }: ConflictQuestion): Promise<boolean> =>
  confirm({
    title: conflictTitle(what),
    children: <BothValues fields={fields} />,
    action: 'Записать моё',
    cancel: 'Оставить сохранённое',
  })
