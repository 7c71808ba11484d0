import { confirm } from '../../components/feedback/dialogs.tsx'
import classes from './registry.module.css'
import type { Entry } from './api.ts'
import { inWords } from './changes.ts'
import type { EntryChange } from './changes.ts'

/** Two people in one cell: both values, and nothing is lost until one is chosen. @returns true for one's own */
export const askWhose = (change: EntryChange, current: Entry): Promise<boolean> =>
  confirm({
    title: 'Это поле уже изменил другой человек',
    action: 'Записать моё',
    cancel: 'Оставить его',
    children: (
      <dl className={classes.both}>
        <div>
          <dt>Сейчас записано</dt>
          <dd>{inWords(change.field, current[change.field])}</dd>
        </div>
        <div>
          <dt>Вы написали</dt>
          <dd>{inWords(change.field, change.after)}</dd>
        </div>
      </dl>
    ),
  })
