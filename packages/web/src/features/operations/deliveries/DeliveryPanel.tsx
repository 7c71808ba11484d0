import { Button } from '@mantine/core'
import { TableState } from '../../../components/kit/data-table/states.tsx'
import { CopyProgress } from '../../../components/shared/deliveries/CopyProgress.tsx'
import { DeliveryState } from '../../../components/shared/deliveries/DeliveryState.tsx'
import { useFullNames } from '../../../components/shared/marks/full-names.ts'
import { formatMoment } from '../../../ui/dates.ts'
import { Facts } from '../../../ui/Facts.tsx'
import classes from '../operations.module.css'
import { ThingLink } from '../ThingLink.tsx'
import { THINGS } from '../things.ts'
import { useRetryMany } from './api.ts'
import type { Row } from './api.ts'

/**
 * Checks whether a delivery can be retried at once: it has failed, or waits between two attempts. Others are in
 * progress or have succeeded.
 */
const canRetry = ({ state, attempts }: Row): boolean => state === 'failed' || (state === 'queued' && attempts > 0)

/** One delivery with the full reason of its failure. */
export function DeliveryPanel({ row }: { row: Row | undefined }) {
  const { mutate, isPending } = useRetryMany()
  const nameOf = useFullNames()
  if (!row) return <TableState title="Этой доставки нет на странице">Найдите её по адресу или теме.</TableState>
  const { id, kind, target, subject, person, company, last_error, attempts, at, next_at, entity, entity_id } = row
  return (
    <article className={classes.panel}>
      <h3 className={classes.subject}>{subject}</h3>
      <div>
        <DeliveryState delivery={row} />
      </div>
      {last_error && <p className={classes.trouble}>{last_error}</p>}
      <CopyProgress delivery={row} />
      <Facts
        items={[
          [kind === 'mail' ? 'Адрес' : 'Путь', target],
          ['Кому', person?.name],
          ['Компания', company && nameOf(company)],
          ['Попыток', attempts],
          ['Последняя попытка', formatMoment(at)],
          ['Следующая попытка', next_at && formatMoment(next_at)],
          [
            'О чём',
            THINGS[entity] && (
              <ThingLink key="thing" entity={entity} id={entity_id}>
                {THINGS[entity]} {entity_id}
              </ThingLink>
            ),
          ],
        ]}
      />
      {canRetry(row) && (
        <div>
          <Button loading={isPending} onClick={() => mutate({ ids: [id] })}>
            Повторить
          </Button>
        </div>
      )}
    </article>
  )
}
