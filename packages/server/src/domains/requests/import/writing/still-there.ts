import type { requests } from '@vypusk/contract'
import type { Transaction } from '../../../../platform/transaction.ts'
import { presentCompanies } from '../../../catalog/port.ts'
import { closedCompanies, loadLists } from '../../queries/import/lists.ts'
import { ImportRefused } from '../refused.ts'
import type { Reading } from '../rows/forms.ts'
import { optionsOf, type Lists } from '../words/meanings.ts'
import { choosePlace, type Placement, type Wanted } from './placement.ts'

/** The fields whose things may be hidden; releases are checked by their own room. */
const FIELDS = ['company', 'module', 'status', 'type'] satisfies requests.ValueField[]

interface Chosen {
  wanted: Wanted
  placement: Placement
  /** As they were when the place was chosen. */
  lists: Lists
  values: Reading['values']
}

/**
 * Checks before anything is written that what the rows will name is still there: reading a long file takes minutes, and
 * so does writing it. Companies cannot be hidden before that is over: the rows may bring one into a release, and none
 * that is in an unfinished release may be hidden. Other things may be hidden whatever they are used for.
 * @throws ImportRefused if something was hidden meanwhile, or people came to the company without people
 */
export async function checkStillThere(
  tx: Transaction,
  { wanted, placement, lists: before, values }: Chosen,
): Promise<void> {
  await presentCompanies(tx, companiesOf({ placement, values }))
  const lists = await loadLists(tx)
  const now = choosePlace(lists, await closedCompanies.all(tx, {}), wanted)
  const places = (['company', 'module', 'closed'] as const).map((place) => [placement[place], now[place]] as const)
  const changed = places.find(([was, is]) => was.id !== null && was.id !== is.id)
  const usual =
    goneName('status', placement.status_id, before, lists) ?? goneName('type', placement.type_id, before, lists)
  const gone = changed?.[0].name ?? usual ?? FIELDS.map((field) => goneWord(field, lists, values)).find(Boolean)
  if (gone) throw new ImportRefused(`Пока файл читался, «${gone}» изменили или скрыли. Загрузите файл ещё раз`)
}

/** The name of a thing for rows that name none, if it is there no more. */
function goneName(field: requests.ValueField, id: number, before: Lists, now: Lists): string | undefined {
  const isHere = optionsOf(field, now).some((option) => option.id === id)
  return isHere ? undefined : optionsOf(field, before).find((option) => option.id === id)?.name
}

function companiesOf({ placement: { company, closed }, values }: Pick<Chosen, 'placement' | 'values'>): number[] {
  const named = (values.words.get('company') ?? []).map(({ choice }) => choice)
  return [company.id, closed.id, ...named].filter((id) => typeof id === 'number')
}

/** The first word of the file whose thing is there no more. */
function goneWord(field: requests.ValueField, lists: Lists, { words }: Reading['values']): string | undefined {
  const ids = new Set(optionsOf(field, lists).map(({ id }) => id))
  return words.get(field)?.find(({ choice }) => typeof choice === 'number' && !ids.has(choice))?.word
}
