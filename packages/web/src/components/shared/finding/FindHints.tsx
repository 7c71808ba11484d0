import { KEYS } from '../../kit/keys/keys.ts'
import classes from './Finding.module.css'

/** The keys of the dialog, for people who see them. */
export const FindHints = () => (
  <div className={classes.hints} aria-hidden>
    <span>
      <kbd>↑</kbd> <kbd>↓</kbd> по строкам
    </span>
    <span>
      <kbd>{KEYS.nextGroup.shown}</kbd> следующая группа
    </span>
    <span>
      <kbd>Enter</kbd> открыть
    </span>
    <span>
      <kbd>Ctrl</kbd> <kbd>Enter</kbd> в новой вкладке
    </span>
  </div>
)
