import { decodeName } from '@vypusk/contract'
import type { audit } from '@vypusk/contract'
import { CardTable } from '../../../components/kit/data-table/CardTable.tsx'
import { recordedInWords } from '../../../components/shared/history/History.tsx'
import { formatMoment } from '../../../ui/dates.ts'
import { ThingLink } from '../ThingLink.tsx'
import { THINGS } from '../things.ts'
import classes from './Audit.module.css'
import quiet from '../../../ui/quiet.module.css'

/** «Релиз 12 · Весенний выпуск», or «Неизвестный логин» for a sign-in without a known person. */
function thingInWords({ entity, entity_id, thing }: audit.AuditRow): string {
  const name = decodeName(thing)
  if (entity === 'session') return name || 'Неизвестный логин'
  return [`${THINGS[entity]} ${entity_id}`, name].filter(Boolean).join(' · ')
}

const Row = ({ row }: { row: audit.AuditRow }) => (
  <tr>
    <td data-name="Когда" className={quiet.dim}>
      {formatMoment(row.at)}
    </td>
    <td data-name="Кто">{row.user.name}</td>
    <td data-name="Что">
      <ThingLink entity={row.entity} id={row.entity_id}>
        {thingInWords(row)}
      </ThingLink>
    </td>
    <td data-name="Поле">{row.title}</td>
    <td data-name="Было" className={quiet.dim}>
      {recordedInWords(row.before, row.field)}
    </td>
    <td data-name="Стало">
      {recordedInWords(row.after, row.field)}
      {row.note && <div className={quiet.dim}>{row.note}</div>}
    </td>
  </tr>
)

const HEAD = ['Когда', 'Кто', 'Что', 'Поле', 'Было', 'Стало']

/** Changes with the values before and after, one per row. */
export const AuditTable = ({ rows }: { rows: readonly audit.AuditRow[] }) => (
  <CardTable label="Журнал" head={HEAD} className={classes.table}>
    {rows.map((row) => (
      <Row key={row.id} row={row} />
    ))}
  </CardTable>
)
