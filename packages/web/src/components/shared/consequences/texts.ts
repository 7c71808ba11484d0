import { decodeName } from '@vypusk/contract'
import type { consequences } from '@vypusk/contract'
import { momentInZones } from '../dates/moments.ts'
import { plural } from '../../../ui/plural.ts'

type Foreseen = consequences.Foreseen
export type Kind = Foreseen['kind']

const OF_COMPANIES = ['компании', 'компаний', 'компаний'] as const

/** What happens to a number of agreements, as a sentence: «Согласования 3 компаний будут сняты». */
const HEADINGS: Record<Kind, { one: string; many: string }> = {
  withdrawn: { one: 'Согласование одной компании будет снято', many: 'будут сняты' },
  called_off: {
    one: 'Одна компания узнает, что установки не будет',
    many: 'не понадобятся: компании узнают, что установки не будет',
  },
  resumed: {
    one: 'Одна компания узнает, что релиз снова в работе',
    many: 'снова понадобятся: компании узнают, что релиз снова в работе',
  },
  gone: { one: 'Согласование одной компании исчезнет: о нём никто не слышал', many: 'исчезнут: о них никто не слышал' },
  offered: { one: 'Согласование одной компании останется в силе', many: 'останутся в силе' },
  marked: {
    one: 'Согласование одной компании окажется раньше плановой даты',
    many: 'окажутся раньше плановой даты',
  },
}

export function headingOf(kind: Kind, companies: number): string {
  const { one, many } = HEADINGS[kind]
  return companies === 1 ? one : `Согласования ${companies} ${plural(companies, OF_COMPANIES)} ${many}`
}

/** The date that the company knows about, or that there is none. */
export const standsOf = (stands: Foreseen): string => {
  if (!stands.releaseDate) return 'дата не назначена'
  return `${stands.agreed ? 'согласовано на' : 'спросили о'} ${momentInZones(stands)}`
}

const MOST_NAMES = 4

/** Kinds of which a letter tells. */
const TOLD = new Set<Kind>(['withdrawn', 'called_off', 'resumed'])

/** The recipients of the letter. */
export function sentTo({ kind, addressees }: Foreseen, isWithdrawn = kind === 'withdrawn'): string {
  if (!isWithdrawn && !TOLD.has(kind)) return ''
  if (addressees.length === 0) return 'письмо отправить некому'
  const rest = addressees.length - MOST_NAMES
  return `письмо: ${addressees.slice(0, MOST_NAMES).join(', ')}${rest > 0 ? ` и ещё ${rest}` : ''}`
}

const ORDER: readonly Kind[] = ['withdrawn', 'called_off', 'resumed', 'offered', 'marked', 'gone']

/** Grouped by consequence, the most serious first. */
export const groupsOf = (all: readonly Foreseen[]): { kind: Kind; of: Foreseen[] }[] =>
  ORDER.map((kind) => ({ kind, of: all.filter((one) => one.kind === kind) })).filter(({ of }) => of.length > 0)

export const isWithdrawing = (all: readonly Foreseen[]): boolean => all.some(({ kind }) => kind === 'withdrawn')

/** The toast after a change that can still be undone, with everything that it withdrew. */
export function undoMessage(acts: readonly consequences.WithdrawalAct[]): string {
  const agreements = acts.flatMap((act) => act.agreements)
  const [only] = agreements
  const companies = agreements.length
  return companies === 1 && only
    ? `Согласование снято: ${decodeName(only.company)}. Письмо уйдёт через минуту`
    : `Согласования ${companies} ${plural(companies, OF_COMPANIES)} сняты. Письма уйдут через минуту`
}
