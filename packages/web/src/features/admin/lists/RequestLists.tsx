import type { adminLists } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../../components/kit/data-table/states.tsx'
import { countOf } from '../../../ui/plural.ts'
import { Section } from '../../../ui/Section.tsx'
import { ItemList } from './ItemList.tsx'
import { requestListsQuery } from './api.ts'
import classes from './lists.module.css'

const REQUESTS = ['заявка', 'заявки', 'заявок'] as const
const aside = ({ uses }: adminLists.Item) => uses > 0 && countOf(uses, REQUESTS)

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
          aside={aside}
        />
        <p className={classes.note}>
          Новая заявка встаёт на первый статус: пока она там, её может менять клиент. Скрытый статус остаётся у заявок,
          но больше не предлагается.
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
