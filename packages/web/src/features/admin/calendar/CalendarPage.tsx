import { Button, Group, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import type { adminCalendar, ReplyOf } from '@vypusk/contract'
import { ErrorState } from '../../../components/kit/data-table/states.tsx'
import { thingId } from '../../../components/kit/list-state/codecs.ts'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { Page } from '../../../components/shared/page/Page.tsx'
import { today } from '../../../ui/dates.ts'
import { formatDuration } from '../../../ui/duration.ts'
import { countOf } from '../../../ui/plural.ts'
import { WaitingYear } from './WaitingYear.tsx'
import { YearGrid } from './YearGrid.tsx'
import { useAddYear, yearQuery } from './api.ts'
import { workOf } from './days.ts'
import { useIsShown } from '../../../components/kit/feedback/useIsShown.ts'
import { whenDone } from '../../../components/kit/feedback/when-done.ts'

type Year = ReplyOf<typeof adminCalendar.year>

const thisYear = () => Number(today().slice(0, 4))

/** The year in the address, or the current one. */
function useYear(): [number, (year: number) => void] {
  const yearInAddress = useRouterState({ select: ({ location }) => thingId(location.search['year']) })
  const navigate = useNavigate()
  const show = (year: number) => void navigate({ to: '.', search: { year: String(year) } })
  return [yearInAddress !== null && yearInAddress >= 2000 && yearInAddress <= 2100 ? yearInAddress : thisYear(), show]
}

function Years({ data, onShow }: { data: Year; onShow: (year: number) => void }) {
  const { mutateAsync, isPending } = useAddYear()
  const isShown = useIsShown()
  const next = Math.max(thisYear(), ...data.years) + 1
  const shown = [...new Set([...data.years, data.year])].toSorted((a, b) => a - b)
  const isEmpty = !data.years.includes(data.year)
  const add = isEmpty ? data.year : next
  const fill = () =>
    whenDone(mutateAsync(add), () => {
      toast.success(`${add} год заполнен праздниками`)
      if (isShown()) onShow(add)
    })
  return (
    <Group gap="sm">
      <SegmentedControl
        size="xs"
        aria-label="Год"
        data={shown.map(String)}
        value={String(data.year)}
        onChange={(value) => onShow(Number(value))}
      />
      <Button size="xs" variant="default" loading={isPending} onClick={fill}>
        {isEmpty ? `Заполнить ${add} год праздниками` : `Добавить ${add} год`}
      </Button>
    </Group>
  )
}

const inWords = (days: Year['days']) => {
  const work = workOf(days)
  return `${countOf(work.days, ['рабочий день', 'рабочих дня', 'рабочих дней'])}, ${formatDuration(work.minutes)} ч`
}

/** The production calendar of a year. Each day can be changed by a click or a key. */
export function CalendarPage() {
  const [year, show] = useYear()
  const { data, error, refetch } = useQuery(yearQuery(year))
  return (
    <Page
      key={data ? 'read' : 'reading'}
      title="Производственный календарь"
      aside={data && inWords(data.days)}
      toolbar={data && <Years data={data} onShow={show} />}
    >
      {data && <YearGrid key={data.year} days={data.days} />}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <WaitingYear />}
    </Page>
  )
}
