import { Alert, Button, Modal } from '@mantine/core'
import { registry } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { useChange } from '../../api/changes.ts'
import { call } from '../../api/client.ts'
import { CardTable } from '../../components/kit/data-table/CardTable.tsx'
import type { DataColumn } from '../../components/kit/data-table/types.ts'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { choicesQuery } from './api.ts'
import type { Entry } from './api.ts'
import { bodyOf, inWords, inverseOf } from './changes.ts'
import type { EntryChange } from './changes.ts'
import { readPaste } from './pasting.ts'
import type { Pasted, PastedLine } from './pasting.ts'
import classes from './registry.module.css'
import { entriesInWords, savedInWords } from './texts.ts'
import quiet from '../../ui/quiet.module.css'
import { notifyRefusal } from '../../components/kit/feedback/refused.ts'

interface PasteColumnProps {
  pasted: Pasted
  columns: readonly DataColumn<Entry>[]
  onClose: () => void
}

const sendAll = (changes: EntryChange[]) =>
  call(registry.updateEntries, { body: { entries: changes.map((change) => bodyOf(change, change.version)) } })

/** Saves many changes. Refused ones are returned with their reasons; the others can be undone together. */
function useManyChanges(onDone: () => void) {
  const { mutate: giveBack } = useChange({
    changes: ['registry_entry'],
    mutationFn: sendAll,
    onError: notifyRefusal,
  })
  const { mutate, data, isPending } = useChange({
    changes: ['registry_entry'],
    mutationFn: sendAll,
    onError: notifyRefusal,
    onSuccess: ({ saved, refused }, changes) => {
      const versions = new Map(saved.map(({ id, version }) => [id, version]))
      const back = changes.flatMap((change) => {
        const version = versions.get(change.id)
        return version === undefined ? [] : [inverseOf(change, version)]
      })
      if (back.length > 0) toast.undo(savedInWords(back.length), () => giveBack(back))
      if (refused.length === 0) onDone()
    },
  })
  return { send: mutate, isPending, refused: data?.refused }
}

const Line = ({ line: { row, text, fault, change }, reason }: { line: PastedLine; reason: string | undefined }) => (
  <tr>
    <td>
      <span className={classes.number}>{row.number}</span>
    </td>
    <td>{row.title}</td>
    <td>
      {fault !== null || reason !== undefined ? (
        <span className={classes.fault}>{[text, fault ?? reason].filter(Boolean).join(' – ')}</span>
      ) : change ? (
        <>
          <span className={classes.before}>{inWords(change.field, change.before)}</span> →{' '}
          {inWords(change.field, change.after)}
        </>
      ) : (
        <span className={quiet.dim}>без изменений</span>
      )}
    </td>
  </tr>
)

/** A column pasted from a spreadsheet: shows what would change before saving. */
export function PasteColumn({ pasted, columns, onClose }: PasteColumnProps) {
  const { data: choices } = useQuery(choicesQuery)
  const { send, isPending, refused } = useManyChanges(onClose)
  const column = columns.find(({ id }) => id === pasted.column)
  const lines = choices ? readPaste(pasted, choices, (row) => column?.edit?.can?.(row) ?? true) : []
  const changes = lines.flatMap(({ change }) => change ?? [])
  const beyond = pasted.lines.length - lines.length
  const reasons = new Map(refused?.map(({ id, reason }) => [id, reason]))
  return (
    <Modal opened onClose={onClose} size="xl" title={`Вставить в столбец «${column?.title}»`}>
      {refused && (
        <Alert color="yellow" title={`Не записано: ${entriesInWords(refused.length)}`} mb="sm">
          Остальные записаны. Причины стоят в строках.
        </Alert>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard */}
      <div className={classes.preview} tabIndex={0} role="region" aria-label="Что изменится">
        <CardTable label="Вставляемые значения" head={['Номер', 'Название', column?.title]}>
          {lines.map((line) => (
            <Line key={line.row.id} line={line} reason={reasons.get(line.row.id)} />
          ))}
        </CardTable>
      </div>
      {beyond > 0 && <p className={quiet.dim}>Строк больше, чем записей ниже на странице: лишних {beyond}</p>}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {refused ? 'Закрыть' : 'Отмена'}
        </Button>
        {!refused && (
          <Button data-autofocus disabled={changes.length === 0} loading={isPending} onClick={() => send(changes)}>
            Записать {changes.length}
          </Button>
        )}
      </div>
    </Modal>
  )
}
