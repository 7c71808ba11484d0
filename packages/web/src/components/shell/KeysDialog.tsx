import { Modal } from '@mantine/core'
import type { Place } from './navigation.ts'
import classes from './KeysDialog.module.css'

const LISTS: [keys: string, what: string][] = [
  ['/', 'Поиск в списке'],
  ['↑ ↓', 'По строкам'],
  ['Enter', 'Открыть запись рядом со списком'],
  ['Пробел', 'Отметить строку; Shift – до неё включительно'],
  ['e', 'Изменить в строке, Tab – следующее поле'],
  ['Esc', 'Закрыть запись, снять отметки'],
]

const EVERYWHERE: [keys: string, what: string][] = [
  ['Ctrl Enter', 'Сохранить форму'],
  ['?', 'Этот список'],
]

const Section = ({ title, rows }: { title: string; rows: [string, string][] }) => (
  <section>
    <h3 className={classes.title}>{title}</h3>
    <dl className={classes.keys}>
      {rows.map(([keys, what]) => (
        <div key={keys} className={classes.row}>
          <dt>
            {keys.split(' ').map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  </section>
)

interface KeysDialogProps {
  opened: boolean
  onClose: () => void
  places: Place[]
}

export const KeysDialog = ({ opened, onClose, places }: KeysDialogProps) => (
  <Modal opened={opened} onClose={onClose} title="Клавиши" size="lg">
    <div className={classes.columns}>
      <Section title="Списки" rows={LISTS} />
      <Section
        title="Везде"
        rows={[...EVERYWHERE, ...places.map(({ letter, label }): [string, string] => [`g ${letter}`, label])]}
      />
    </div>
  </Modal>
)
