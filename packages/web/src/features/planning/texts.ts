import { agreements, decodeName, type planning } from '@vypusk/contract'
import dayjs from 'dayjs'
import { formatRange, formatShortDay } from '../../ui/dates.ts'
import { formatHours } from '../../ui/duration.ts'
import { countOf, plural } from '../../ui/plural.ts'
import { readinessInWords } from '../../components/shared/readiness/texts.ts'

export const releasesInProgress = (count: number) => `${countOf(count, ['релиз', 'релиза', 'релизов'])} в работе`
/** Why a bar does not take the dates it was moved to. */
export const ENDS_EARLY = 'Релиз не может закончиться раньше, чем начнётся'

export const changesCount = (count: number) => countOf(count, ['изменение', 'изменения', 'изменений'])
export const requestsCount = (count: number) => countOf(count, ['заявка', 'заявки', 'заявок'])

/** «2 заявки уже не добавить: они в релизе или удалены». */
export const notFreeLine = (count: number) =>
  `${requestsCount(count)} уже не добавить: ${plural(count, ['она', 'они', 'они'])} в релизе или ${plural(count, ['удалена', 'удалены', 'удалены'])}`

/** «апрель 2026». */
export const monthName = (month: string): string => dayjs(`${month}-01`).format('MMMM YYYY')
export const weekName = (monday: string): string => `Неделя с ${formatShortDay(monday)}`

/** «нужно 320 ч, по плану 240 ч»: the hours of the requests and the planned hours. */
export const hoursOf = ({
  planned_time,
  planned_requests_time,
}: Pick<planning.PlanningRelease, 'planned_time' | 'planned_requests_time'>) =>
  `нужно ${formatHours(planned_requests_time)}, по плану ${formatHours(planned_time)}`

/** The accessible name of a bar. */
export const barName = (row: planning.PlanningRelease) =>
  `${row.title}: ${formatRange(row.start_date, row.plan_date)}, ${hoursOf(row)}, ${readinessInWords(row.readiness).toLowerCase()}`

const STATUS = ['дата не отправлена', 'ждём клиента', 'согласовано'] as const

type Mark = planning.PlanningRelease['installations'][number]

/** What is shown as the status of a mark: that of its company in the release. */
export const statusOfMark = ({ companies }: Pick<planning.PlanningRelease, 'companies'>, mark: Mark): number => {
  const company = companies.find(({ idcomp }) => idcomp === mark.idcomp)
  return company ? agreements.shownStatus(company) : mark.status
}

/** @param status what is shown as the mark's status */
export const markName = ({ namecomp, releaseDate }: Mark, status: number) =>
  `${decodeName(namecomp)}: установка ${formatShortDay(releaseDate)}, ${STATUS[status] ?? agreements.agreementStatusName(status).toLowerCase()}`

type Week = planning.PersonLoad['weeks'][number]

/** «48 из 40 ч, перегрузка 8 ч». */
export function loadName({ needed, there }: Week): string {
  const both = `${Math.round(needed / 60)} из ${formatHours(there)}`
  return needed > there ? `${both}, перегрузка ${formatHours(needed - there)}` : both
}

export const isOverloaded = ({ needed, there }: Week) => needed > there

type Overload = planning.Effect['overloads'][number]

/** One line per person: the week with the greatest overload, and the number of others. */
function personLine(own: readonly Overload[]): string {
  const [worst] = own.toSorted((a, b) => b.needed - b.there - (a.needed - a.there))
  if (!worst) return ''
  const { user, week, ...load } = worst
  const line = `${user.name}, неделя с ${formatShortDay(week)}: ${loadName(load)}`
  return own.length === 1 ? line : `${line}; ещё ${countOf(own.length - 1, ['неделя', 'недели', 'недель'])}`
}

export const overloadLines = (overloads: readonly Overload[]): string[] =>
  [...Map.groupBy(overloads, ({ user }) => user.id).values()].map(personLine)

export const tooEarlyLine = ({ namecomp, releaseDate }: Mark) =>
  `${decodeName(namecomp)}: установка ${formatShortDay(releaseDate)} – раньше, чем релиз будет готов`

export const movedLine = ({ namecomp, releaseDate, to, is_approval_lost }: planning.Effect['moved'][number]) =>
  `${decodeName(namecomp)}: установка ${formatShortDay(releaseDate)} → ${formatShortDay(to)}${is_approval_lost ? ', согласование пропадёт' : ''}`

/** The number of overloaded weeks of all people, and the total overload in minutes. */
export function overloadTotal({ people }: planning.Load) {
  const weeks = people.flatMap(({ user, weeks: own }) => (user ? own.filter(isOverloaded) : []))
  return { weeks: weeks.length, minutes: weeks.reduce((sum, { needed, there }) => sum + needed - there, 0) }
}
