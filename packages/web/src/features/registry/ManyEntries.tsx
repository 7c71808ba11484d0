import { Button, Textarea } from '@mantine/core'
import { registry } from '@vypusk/contract'
import { useRef } from 'react'
import { useChange } from '../../api/changes.ts'
import { useUser } from '../../api/account.ts'
import { isApiError, sentenceOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { CardTable } from '../../components/kit/data-table/CardTable.tsx'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { useDraftState } from '../../components/kit/fields/useDraftState.ts'
import { useUnsavedGuard } from '../../components/kit/fields/useUnsavedGuard.tsx'
import { useNavigateIfHere } from '../../components/kit/link/useNavigateIfHere.ts'
import { paths } from '../../paths.ts'
import { formatDay } from '../../ui/dates.ts'
import { CompanyField } from './CompanyField.tsx'
import { readNewLines } from './pasting.ts'
import type { NewLine } from './pasting.ts'
import classes from './registry.module.css'
import { createdInWords, entriesInWords } from './texts.ts'

const HEAD = ['Название', 'Описание', 'Приоритет', 'Срок']

const Preview = ({ lines }: { lines: readonly NewLine[] }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard
  <div className={classes.preview} tabIndex={0} role="region" aria-label="Что будет создано">
    <CardTable label="Новые записи" head={HEAD}>
      {lines.map(({ title, description, priority, due_date, fault }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines have nothing else to be told apart by
        <tr key={index}>
          <td data-name="Название">
            {title} {fault !== null && <span className={classes.fault}>{fault}</span>}
          </td>
          <td data-name="Описание">{description}</td>
          <td data-name="Приоритет">{priority}</td>
          <td data-name="Срок">{due_date && formatDay(due_date)}</td>
        </tr>
      ))}
    </CardTable>
  </div>
)

interface Pasted {
  text: string
  company: number | null
}

/** The lines that have been pasted: kept in the browser until they are created, and asked about before leaving. */
function usePasted() {
  const { values, change, drop } = useDraftState<Pasted>('registry.many', { text: '', company: null })
  const isCreated = useRef(false)
  useUnsavedGuard(() => values.text !== '' && !isCreated.current)
  const finish = () => {
    isCreated.current = true
    drop()
  }
  return { ...values, change: (next: Partial<Pasted>) => change((before) => ({ ...before, ...next })), finish }
}

/** Creates several entries pasted from a spreadsheet: shows them first, and creates all or none. */
export function ManyEntries() {
  const { isRivc } = useUser()
  const navigateIfHere = useNavigateIfHere()
  const { text, company, change, finish } = usePasted()
  const lines = readNewLines(text)
  const { mutate, isPending } = useChange({
    changes: ['registry_entry'],
    mutationFn: () =>
      call(registry.createEntries, {
        body: {
          entries: lines.map(({ fault: _, ...line }) => ({ ...line, ...(company === null ? {} : { company }) })),
        },
      }),
    onSuccess: ({ entries }) => {
      finish()
      toast.success(createdInWords(entries.length))
      void navigateIfHere({ to: paths.registry })
    },
    onError: (error) =>
      toast.error((isApiError(error) ? Object.values(error.errors)[0]?.[0] : undefined) ?? sentenceOf(error), error),
  })
  const isReady = lines.length > 0 && lines.length <= registry.MAX_AT_ONCE && lines.every(({ fault }) => fault === null)
  return (
    <div className={classes.scroll}>
      <div className={classes.form}>
        {isRivc && <CompanyField value={company} onChange={(chosen) => change({ company: chosen })} />}
        <Textarea
          label="Строки из таблицы"
          description="Столбцы: название, описание, приоритет, срок. Вставьте их из Excel как есть"
          autosize
          minRows={5}
          maxRows={12}
          value={text}
          readOnly={isPending}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
        {lines.length > 0 && <Preview lines={lines} />}
        {lines.length > registry.MAX_AT_ONCE && (
          <p className={classes.fault} role="alert">
            За один раз – не больше {registry.MAX_AT_ONCE} записей
          </p>
        )}
        <div className={classes.buttons}>
          <Button disabled={!isReady || (isRivc && company === null)} loading={isPending} onClick={() => mutate()}>
            Создать {entriesInWords(lines.length)}
          </Button>
        </div>
      </div>
    </div>
  )
}
