import { Modal } from '@mantine/core'
import type { Place } from './navigation.ts'
import { KEYS } from '../../kit/keys/keys.ts'
import { sectionsFor } from '../keys/sections.ts'
import classes from './KeysDialog.module.css'

type Row = [keys: string, what: string]

const Section = ({ title, rows }: { title: string; rows: Row[] }) => (
  <section className={classes.section}>
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
      {sectionsFor(places.map(({ path }) => path)).map(({ title, keys }) => (
        <Section key={title} title={title} rows={keys.map(({ shown, what }): Row => [shown, what])} />
      ))}
      <Section title="Разделы" rows={places.map(({ letter, label }): Row => [`${KEYS.go.shown} ${letter}`, label])} />
    </div>
  </Modal>
)
