import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import type { ReplyOf } from '@vypusk/contract'
import type { calendar } from '@vypusk/contract'
import { ErrorState, NothingFound, TableState } from '../../../components/kit/data-table/states.tsx'
import { FilterBar } from '../../../components/kit/filter-bar/FilterBar.tsx'
import { useListState } from '../../../components/kit/list-state/useListState.ts'
import { Page } from '../../../components/shared/page/Page.tsx'
import { SubscribeButton } from '../../../components/shared/subscription/SubscribeButton.tsx'
import { BusyLine } from '../../../ui/BusyLine.tsx'
import { agreementFiltersQuery } from '../api.ts'
import { addButton } from '../AddButton.tsx'
import { AgreementsSwitch } from '../AgreementsSwitch.tsx'
import { nearestFirst, sharedFilters, sharedSchema } from '../filters.ts'
import { shortNames } from '../../../components/shared/marks/short-names.ts'
import { shownInWords } from './texts.ts'
import { Agenda } from './Agenda.tsx'
import { calendarQuery } from './api.ts'
import { SkeletonLines } from '../../../ui/Skeletons.tsx'
import classes from './Calendar.module.css'
import type { GridControl } from './DayCell.tsx'
import { ItemPanel } from './ItemPanel.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { PeriodBar } from './PeriodBar.tsx'
import { known, periodOf } from './period.ts'
import { PhoneMonth } from './PhoneMonth.tsx'
import { useMover } from './useMover.ts'
import { usePlace } from './usePlace.ts'
import { WeeksTable } from './WeeksTable.tsx'
import { Sentences } from '../../../ui/Sentences.tsx'
import { useIsPhone } from '../../../ui/useIsPhone.ts'

const PAGE = 'AgreementsCalendar'
const search = { name: 'search_string', placeholder: 'Номер или слова' } as const
const NO_ITEMS: never[] = []

type CalendarReply = ReplyOf<typeof calendar.show>

interface DaysProps {
  shown: CalendarReply
  place: ReturnType<typeof usePlace>
  period: ReturnType<typeof periodOf>
  list: ReturnType<typeof useCalendarList>
  onDrop: (id: number, day: string) => void
}

const useCalendarList = () => useListState(sharedSchema, nearestFirst)

const companiesOf = (items: CalendarReply['items']) => [
  ...new Map(items.map(({ company }) => [company.idcomp, company])).values(),
]

const nothing = () => {}
/** Used while loading: nothing can be opened or dragged. */
const STILL: GridControl = { open: null, names: new Map(), onOpen: nothing, onDrop: nothing, onMore: nothing }

const WaitingAgenda = () => (
  <Box px="lg" pt="xs">
    <SkeletonLines lines={10} label="Загрузка установок" />
  </Box>
)

/** The days are known before their agreements. */
function Loading({ place: { view, day }, period }: Pick<DaysProps, 'place' | 'period'>) {
  if (useIsPhone() || view === 'list') return <WaitingAgenda />
  return <WeeksTable view={view} period={period} day={day} items={NO_ITEMS} days={NO_ITEMS} control={STILL} />
}

/** The days in the chosen view; a phone has room only for marks or for a list. */
function Days({ shown: { items, days }, place, period, list, onDrop }: DaysProps) {
  const isPhone = useIsPhone()
  const names = useMemo(() => shortNames(companiesOf(items)), [items])
  const { view, day, go } = place
  const { open, setOpen } = list
  const inside = items.filter(({ releaseDate }) => releaseDate >= period.from && releaseDate <= period.to)
  if (isPhone && view === 'month') {
    const onDay = (next: string) => go({ day: next })
    return <PhoneMonth {...{ period, day, days, open, onDay }} items={inside} onOpen={setOpen} />
  }
  if (view === 'list' || isPhone) {
    if (inside.length > 0) return <Agenda items={inside} days={days} open={open} onOpen={setOpen} />
    return list.isFiltered ? (
      <NothingFound onReset={list.reset} />
    ) : (
      <TableState title={`${period.title}: установок нет`} action={addButton}>
        Выберите другое время или назначьте дату установки новым согласованием.
      </TableState>
    )
  }
  const control = { open, names, onOpen: setOpen, onDrop, onMore: (one: string) => go({ view: 'week', day: one }) }
  return <WeeksTable view={view} period={period} day={day} items={inside} days={days} control={control} />
}

/** The calendar of installations at companies: by month, by week, or as a list. */
export function CalendarPage() {
  const place = usePlace()
  const period = periodOf(place.view, place.day)
  const list = useCalendarList()
  const { data: offered } = useQuery(agreementFiltersQuery)
  const filters = useMemo(() => sharedFilters(offered), [offered])
  const { search_string, statuses, release_ids, client_ids } = list.query
  const range = known({ date_from: period.from, date_to: period.to })
  const query = { search_string, statuses, release_ids, client_ids, ...range }
  const { data, error, isFetching, refetch } = useQuery(calendarQuery(query))
  const items = data?.items ?? NO_ITEMS
  const mover = useMover(items)
  const frame = useRef<HTMLElement>(null)
  const close = () => {
    frame.current?.querySelector<HTMLElement>(`[data-item="${list.open}"]`)?.focus()
    list.setOpen(null)
  }
  return (
    <Page
      title="Календарь согласований"
      aside={data && shownInWords(items, list.isFiltered)}
      actions={
        <>
          <AgreementsSwitch view="calendar" />
          <SubscribeButton />
          {addButton}
        </>
      }
      toolbar={
        <>
          <PeriodBar period={period} place={place} />
          <FilterBar page={PAGE} list={list} search={search} filters={filters} />
          <Sentences all={data?.warnings} />
        </>
      }
    >
      <section ref={frame} className={classes.frame} aria-label="Календарь">
        {isFetching && <BusyLine label={data ? 'Обновление календаря' : 'Загрузка календаря'} />}
        <div className={classes.scroll} data-place="calendar" aria-busy={isFetching}>
          {data ? (
            <Days shown={data} place={place} period={period} list={list} onDrop={mover.drop} />
          ) : error ? (
            <ErrorState title="Календарь не загрузился" error={error} onRetry={() => void refetch()} />
          ) : (
            <Loading place={place} period={period} />
          )}
        </div>
        {list.open !== null && (
          <ItemPanel
            items={items}
            open={list.open}
            onOpen={(id) => list.setOpen(id, 'walking')}
            onClose={close}
            onMove={mover.open}
          />
        )}
      </section>
      <MoveDialog mover={mover} />
    </Page>
  )
}
