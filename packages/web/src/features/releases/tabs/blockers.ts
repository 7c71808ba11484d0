import { releases } from '@vypusk/contract'
import { readBy, type Zoned } from '../../../components/shared/dates/moments.ts'
import { heldInWords } from '../../../components/shared/threads/texts.ts'
import { progressInWords } from '../../../components/shared/trials/texts.ts'
import { formatDay } from '../../../ui/dates.ts'

type Kind = releases.BlockerKind

/** The reasons for waiting; those that the provider can act on come first (docs/decisions/0062). */
export const KINDS: readonly Kind[] = [
  'offer',
  'remark',
  'scope',
  'passed',
  'nobody',
  'plan',
  'not_asked',
  'test',
  'freeze',
  'waiting',
]

/** Checks for reasons that are only warnings and do not hold up the release. */
export const isOnlyWarning = (kind: Kind): boolean => kind === 'freeze' || kind === 'plan'

/** The id of a group on its page, for links to it. */
export const placeOf = (kind: Kind): string => `holds-${kind}`

/** One company that holds up the release, with one of its reasons. */
export interface Obstacle {
  company: releases.WaitedFor
  blocker: releases.Blocker
}

export interface Group {
  kind: Kind
  title: string
  obstacles: Obstacle[]
}

/** Groups everything that holds up a release by reason; a company is listed under each of its reasons. */
export function groupsOf({ waiting, warned }: releases.Readiness): Group[] {
  const all = [...waiting, ...warned].flatMap((company) => company.blockers.map((blocker) => ({ company, blocker })))
  const byKind = Map.groupBy(all, ({ blocker }) => blocker.kind)
  return KINDS.flatMap((kind) => {
    const obstacles = byKind.get(kind)
    return obstacles ? [{ kind, title: releases.blockerNames[kind], obstacles }] : []
  })
}

/** How it is settled; `open` leads to where it can be settled. */
export type Settling = 'send' | 'remind' | 'another' | 'test' | 'ask' | 'open'

export const settlingOf = ({ company, blocker: { kind } }: Obstacle): Settling => {
  if (kind === 'not_asked' && company.agreement_id === null) return 'ask'
  if (kind === 'not_asked') return company.releaseDate && !company.date_passed ? 'send' : 'open'
  if (kind === 'waiting') return isAnybodyThere(company) ? 'remind' : 'open'
  if (kind === 'plan') return 'another'
  return kind === 'test' ? 'test' : 'open'
}

const OPENING: Record<Kind, string> = {
  offer: 'Ответить',
  remark: 'Открыть замечание',
  scope: 'Разобрать состав',
  passed: 'Выбрать другую дату',
  nobody: 'Добавить получателя',
  plan: 'Открыть',
  not_asked: 'Указать дату',
  test: 'Открыть',
  freeze: 'Выбрать другую дату',
  waiting: 'Открыть',
}
const VERBS = {
  send: 'Отправить дату',
  remind: 'Напомнить',
  another: 'Запросить другую дату',
  test: 'Уже на тестовом',
  ask: 'Назначить дату',
}

/** Somebody on the client's side can be written to. */
const isAnybodyThere = ({ blockers }: releases.WaitedFor) => blockers.every(({ kind }) => kind !== 'nobody')

/** The agreements of a release that are settled in one way, each once. */
export const idsSettledBy = (how: Settling, readiness: releases.Readiness): number[] => [
  ...new Set(
    groupsOf(readiness)
      .flatMap(({ obstacles }) => obstacles)
      .flatMap((each) => (settlingOf(each) === how ? (each.company.agreement_id ?? []) : [])),
  ),
]

/** The label of the button. */
export const verbOf = (obstacle: Obstacle): string => {
  const settling = settlingOf(obstacle)
  return settling === 'open' ? OPENING[obstacle.blocker.kind] : VERBS[settling]
}

/** Actions that settle many at once. */
export const ALL_VERBS = {
  send: 'Отправить все',
  remind: 'Напомнить всем',
  another: 'Запросить у всех',
  test: 'Все уже на тестовом',
} as const
export const isForMany = (settling: Settling): settling is keyof typeof ALL_VERBS => settling in ALL_VERBS

/**
 * «21.12.2026 22:00 МСК · отправлено 02.12.2026», by the reader's clock.
 * @param zoned the zones of the date; undefined when there is no agreement
 */
export function noteOf({ company, blocker }: Obstacle, zoned: Zoned | undefined): string {
  const { releaseDate, releaseTime, sent_at, trials, open_remarks } = company
  const { day, hour } = zoned ? readBy({ releaseDate, releaseTime, ...zoned }) : { day: releaseDate, hour: null }
  const date = day ? [formatDay(day), hour].filter(Boolean).join(' ') : 'даты нет'
  if (blocker.kind === 'freeze') return `${date} · ${blocker.reason}`
  if (company.agreement_id === null) return 'согласования нет'
  const passed = blocker.kind === 'not_asked' && company.date_passed ? 'дата прошла' : ''
  const sent = blocker.kind === 'waiting' && sent_at ? `отправлено ${formatDay(sent_at)}` : ''
  const remarks = heldInWords(open_remarks)
  return [date, passed, sent, remarks, trials ? progressInWords(trials).toLowerCase() : ''].filter(Boolean).join(' · ')
}
