import { decodeName, requests } from '@vypusk/contract'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorState, NothingFound } from '../../../components/kit/data-table/states.tsx'
import type { ListState } from '../../../components/kit/list-state/useListState.ts'
import { Bars } from './Bars.tsx'
import classes from './Charts.module.css'
import { Months } from './Months.tsx'
import { NoRequests } from '../NoRequests.tsx'
import { chartsQuery } from '../api.ts'
import type { backlogSchema } from '../filters.ts'
import { daysOf } from './months.ts'

const PLACES = 6

const Loading = () => (
  <div className={classes.charts} aria-busy="true" role="status" aria-label="Загрузка графиков">
    {Array.from({ length: PLACES }, (_, index) => (
      <Skeleton key={index} height={160} mt="md" />
    ))}
  </div>
)

type Name = 'status_ids' | 'type_ids' | 'urgs' | 'priorities' | 'client_ids'

/** The filtered set as charts; a click adds a filter, and a second click removes it. */
export function Charts({ list }: { list: ListState<typeof backlogSchema, requests.OrderKey> }) {
  const { data, error, isPlaceholderData, refetch } = useQuery(chartsQuery(list.query))
  const { values } = list
  const of = (name: Name) => ({
    chosen: values[name],
    onToggle: (id: number) => {
      const rest = values[name].filter((one) => one !== id)
      list.setValues({ [name]: rest.length < values[name].length ? rest : [...rest, id] })
    },
  })
  if (error && !data) return <ErrorState title="Графики не загрузились" error={error} onRetry={() => void refetch()} />
  if (!data?.charts) return <Loading />
  const { by_status, by_type, by_urgency, by_priority, by_company, by_month } = data.charts
  const isChosen = (month: string) => {
    const days = daysOf(month)
    return values.date_from === days.date_from && values.date_to === days.date_to
  }
  const choose = (month: string) => list.setValues(isChosen(month) ? { date_from: null, date_to: null } : daysOf(month))
  if (data.total === 0) return list.isFiltered ? <NothingFound onReset={list.reset} /> : <NoRequests />
  return (
    <div className={`${classes.charts} ${isPlaceholderData ? classes.waiting : ''}`}>
      <div className={classes.four}>
        <Bars title="Статус" bars={by_status} {...of('status_ids')} />
        <Bars title="Тип" bars={by_type} {...of('type_ids')} />
        <Bars title="Срочность" bars={by_urgency} {...of('urgs')} />
        <Bars title={requests.fieldTitles.priority} bars={by_priority} {...of('priorities')} />
      </div>
      <Bars
        title="Компании, у которых заявок больше всего"
        bars={by_company.map((bar) => ({ ...bar, name: decodeName(bar.name) }))}
        {...of('client_ids')}
      />
      <div className={classes.wide}>
        <Months months={by_month} isChosen={isChosen} onChoose={choose} />
      </div>
    </div>
  )
}
