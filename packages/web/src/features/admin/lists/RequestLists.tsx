import { Checkbox } from '@mantine/core'
import type { adminLists } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../../components/kit/data-table/states.tsx'
import { whenDone } from '../../../components/kit/feedback/when-done.ts'
import { countOf } from '../../../ui/plural.ts'
import { whyRefused } from '../../../ui/refused.ts'
import { Section } from '../../../ui/Section.tsx'
import { ItemList } from './ItemList.tsx'
import { ToneMenu } from './ToneMenu.tsx'
import { maySetOver } from './abilities.ts'
import { requestListsQuery, useSetOver } from './api.ts'
import classes from './lists.module.css'

const REQUESTS = ['заявка', 'заявки', 'заявок'] as const
const aside = ({ uses }: adminLists.Item) => uses > 0 && countOf(uses, REQUESTS)

interface OverCheckboxProps {
  status: adminLists.RequestStatus
  ability: true | string
}

function OverCheckbox({ status: { id, name, is_over }, ability }: OverCheckboxProps) {
  const { mutateAsync, isPending, variables } = useSetOver(id)
  return (
    <Checkbox
      size="xs"
      label="Работа окончена"
      aria-label={`Работа окончена: ${name}`}
      disabled={isPending}
      checked={isPending ? variables : is_over}
      {...whyRefused(ability)}
      onChange={(event) => ability === true && whenDone(mutateAsync(event.currentTarget.checked))}
    />
  )
}

const statusAside = (statuses: readonly adminLists.RequestStatus[]) => (status: adminLists.RequestStatus) => (
  <>
    {aside(status)}
    <ToneMenu status={status} />
    <OverCheckbox status={status} ability={maySetOver(statuses, status)} />
  </>
)

/** Statuses and types of requests, in order. */
export function RequestLists() {
  const { data, error, refetch } = useQuery(requestListsQuery)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return null
  return (
    <>
      <Section title="Статусы заявок" level={2}>
        <ItemList
          list="request_status"
          label="Статусы заявок"
          addLabel="Новый статус заявок"
          items={data.statuses}
          aside={statusAside(data.statuses)}
        />
        <p className={classes.note}>
          Новая заявка встаёт на первый статус: пока она там, её может менять клиент. Заявки со статусом «Работа
          окончена» никого не ждут, а при добавлении в релиз их можно оставить; у статуса из импорта это и цвет отмечены
          по его названию. Скрытый статус остаётся у заявок, но больше не предлагается.
        </p>
      </Section>
      <Section title="Типы заявок" level={2}>
        <ItemList
          list="request_type"
          label="Типы заявок"
          addLabel="Новый тип заявок"
          items={data.types}
          aside={aside}
        />
      </Section>
    </>
  )
}
