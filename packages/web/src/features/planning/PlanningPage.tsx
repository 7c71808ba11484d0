import { Box, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { planning } from '@vypusk/contract'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { ErrorState, TableState } from '../../components/kit/data-table/states.tsx'
import { ExcelButton } from '../../components/kit/download/ExcelButton.tsx'
import { RouteButton } from '../../components/kit/link/RouteLinks.tsx'
import { isFocusFree } from '../../components/kit/places/keep-places.ts'
import { Page } from '../../components/shared/page/Page.tsx'
import { paths } from '../../paths.ts'
import { today } from '../../ui/dates.ts'
import { inProgressQuery, previewQuery } from './api.ts'
import { BacklogPanel } from './BacklogPanel.tsx'
import { ChangesPanel } from './ChangesPanel.tsx'
import { tried } from './changes.ts'
import { FreezesDialog } from './FreezesDialog.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { shown } from './order.ts'
import classes from './Planning.module.css'
import { leftOf, onPaper, scaleFor, type Scale } from './scale.ts'
import { releasesInProgress } from './texts.ts'
import { TimeLine } from './TimeLine.tsx'
import { Sides } from './Side.tsx'
import { Toolbar } from './Toolbar.tsx'
import { useOptions } from './useOptions.ts'
import { usePlan } from './usePlan.ts'
import type { Plan } from './usePlan.ts'
import { Sentences } from '../../ui/Sentences.tsx'
import { usePrinting } from '../../ui/usePrinting.ts'
import { Variants } from './Variants.tsx'
import { WaitingLine } from './Waiting.tsx'
import { useToday } from '../../ui/useToday.ts'

const NONE: planning.PlanningRelease[] = []
/** The distance from the left at which today is placed when it is scrolled to, in pixels. */
const BEFORE_TODAY = 80

const empty = (
  <TableState title="Релизов в работе нет" action={<RouteButton to={paths.releaseAdd}>Новый релиз</RouteButton>}>
    Здесь будут релизы, которые ещё не опубликованы и не закрыты.
  </TableState>
)

/** The releases to show, the scale of the time line, and the effects of the changes. */
function useLine(rows: planning.PlanningRelease[]) {
  const options = useOptions()
  const plan = usePlan()
  const { count, order, zoom } = options
  const { changes, followed } = plan
  const chosen = useMemo(() => shown(rows, order, count, followed), [rows, order, count, followed])
  // A plan stays open for days.
  const day = useToday()
  // The scale covers both the present dates and those being tried.
  const scale = useMemo(
    () => scaleFor([...chosen, ...chosen.map((row) => tried(row, changes))], zoom, day),
    [chosen, changes, zoom, day],
  )
  const counted = useQuery({
    ...previewQuery({ from: scale.from, weeks: scale.weeks, changes: plan.changes }),
    // Before the releases are known, the weeks would differ from those that are shown.
    enabled: chosen.length > 0,
  })
  return { options, plan, chosen, scale, counted }
}

/** Scrolls to a release that has just been saved, at its new dates. */
function useFollowing(line: RefObject<HTMLElement | null>, chosen: readonly planning.PlanningRelease[], plan: Plan) {
  const [id] = plan.followed
  const row = chosen.find((each) => each.id === id)
  const place = row && `${row.id} ${row.start_date} ${row.plan_date}`
  useEffect(() => {
    if (place === undefined) return
    const bar = line.current?.querySelector(`[data-release="${id}"] [role=button]`)
    bar?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [line, id, place])
}

/**
 * The panel of changes disappears with the last of them, saved or taken back: the focus that was in it goes to the time
 * line, to the release that was moved if it is known.
 */
function useFocusAfter(line: RefObject<HTMLElement | null>, { changes, followed: [id] }: Plan) {
  const before = useRef(changes.length)
  useLayoutEffect(() => {
    const isEnded = before.current > 0 && changes.length === 0
    before.current = changes.length
    if (!isEnded || !isFocusFree()) return
    const bar = line.current?.querySelector<HTMLElement>(`[data-release="${id}"] [role=button]`)
    ;(bar ?? line.current)?.focus({ preventScroll: true })
  }, [line, changes.length, id])
}

interface ActionsProps {
  plan: Plan
  rows: planning.PlanningRelease[]
}

/** Variants, closed days, and documents to take to a meeting. */
function Actions({ plan, rows }: ActionsProps) {
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      <Variants plan={plan} rows={rows} />
      <Button variant="default" onClick={open}>
        Закрытые дни…
      </Button>
      <Button variant="default" leftSection={<IconPrinter size={15} />} onClick={() => print()}>
        Печать
      </Button>
      <ExcelButton endpoint={planning.excel} input={{ body: {} }} />
      <FreezesDialog opened={opened} onClose={close} />
    </>
  )
}

interface InsteadProps {
  result: UseQueryResult<{ releases: planning.PlanningRelease[] }>
  scale: Scale
}

/** Shown instead of the time line when there are no releases to show. */
function Instead({ result: { data, error, refetch }, scale }: InsteadProps) {
  if (!data && !error) return <WaitingLine scale={scale} />
  return <Box flex={1}>{error ? <ErrorState error={error} onRetry={() => void refetch()} /> : empty}</Box>
}

/** Releases in progress by week, the work they need of people, and trying other dates (product.md, "/planning"). */
export function PlanningPage() {
  const result = useQuery(inProgressQuery)
  const rows = result.data?.releases ?? NONE
  const { options, plan, chosen, scale, counted } = useLine(rows)
  const isPrinting = usePrinting()
  const [moving, setMoving] = useState<number | null>(null)
  const line = useRef<HTMLElement>(null)
  useFollowing(line, chosen, plan)
  useFocusAfter(line, plan)
  const movingRow = rows.find(({ id }) => id === moving)
  const beforeToday = leftOf(scale, today()) - BEFORE_TODAY
  const toToday = useCallback(() => line.current?.scrollTo({ left: beforeToday }), [beforeToday])
  // The time line opens at today, also after its scale changes; on paper it starts at its beginning.
  useLayoutEffect(() => {
    if (!isPrinting) toToday()
  }, [toToday, isPrinting])
  return (
    <Page
      title="Планирование"
      aside={result.data && releasesInProgress(rows.length)}
      actions={<Actions plan={plan} rows={rows} />}
      toolbar={
        <>
          <Toolbar options={options} onToday={toToday} />
          <Sentences all={counted.data?.warnings} />
        </>
      }
    >
      <div className={classes.body}>
        {chosen.length > 0 ? (
          <TimeLine
            ref={line}
            rows={chosen}
            scale={isPrinting ? onPaper(scale) : scale}
            plan={plan}
            counted={counted}
            onOpen={setMoving}
          />
        ) : (
          <Instead result={result} scale={scale} />
        )}
        <Sides>
          {plan.changes.length > 0 && (
            <ChangesPanel plan={plan} rows={rows} isKnown={result.data !== undefined} counted={counted} />
          )}
          {options.withBacklog && <BacklogPanel rows={chosen} plan={plan} />}
        </Sides>
      </div>
      <MoveDialog
        row={movingRow ? tried(movingRow, plan.changes) : null}
        onMove={(dates) => movingRow && plan.change(movingRow, dates)}
        onClose={() => setMoving(null)}
      />
    </Page>
  )
}
