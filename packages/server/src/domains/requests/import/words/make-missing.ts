import type { requests } from '@vypusk/contract'
import { momentOf } from '../../../../platform/clock.ts'
import type { Actor } from '../../../../platform/call.ts'
import { emit } from '../../../../platform/events.ts'
import type { Transaction } from '../../../../platform/transaction.ts'
import { ensureCompany, ensureModule } from '../../../catalog/port.ts'
import type { Draft } from '../rows/drafts.ts'
import { nameFrom } from './meanings.ts'
import { releaseAhead } from '../../queries/import/lists.ts'
import { ensureStatus, ensureType, rememberChoices } from '../../store/import/choices.ts'
import type { Choice, Choices, Making, Values } from './values.ts'
import { statusLookOf } from './words.ts'

const COLUMNS = {
  status: 'status_id',
  type: 'type_id',
  company: 'idcomp',
  module: 'idmod',
  version: 'release_id',
} as const
type MadeField = keyof typeof COLUMNS

/** «Система / Модуль», otherwise a module of the system for modules of imports. */
async function makeModule(tx: Transaction, word: string, system: string): Promise<number> {
  const [first = '', ...rest] = word.split(' / ')
  return rest.length > 0 ? ensureModule(tx, first.trim(), rest.join(' / ').trim()) : ensureModule(tx, system, word)
}

interface MakingInput {
  source: string
  system: string
  making: Making[]
  choices: Choices
  /** What a word means already. */
  read: Values['read']
  /** The latest day on which requests of a version are due. */
  dues: ReadonlyMap<string, string>
}

/**
 * Lets the room of releases create a release. Another import may have created it while this one waited for its turn, and
 * the same file creates it once.
 */
async function makeRelease(tx: Transaction, actor: Actor, title: string, due: string | undefined): Promise<number> {
  const named = { title: title.toLowerCase() }
  const found = await releaseAhead.first(tx, named)
  if (found) return found.id
  const data = { title, due: due ?? null }
  await emit(tx, actor, { kind: 'requests.release_wanted', entity: 'all', entity_id: 0, companies: [], data })
  return (await releaseAhead.one(tx, named)).id
}

function makeOne(tx: Transaction, actor: Actor, { field, word: whole }: Making, input: MakingInput): Promise<number> {
  const word = nameFrom(whole)
  if (field === 'version') return makeRelease(tx, actor, word, input.dues.get(whole))
  if (field === 'status') return ensureStatus(tx, word, statusLookOf(word))
  if (field === 'type') return ensureType(tx, word)
  if (field === 'company') return ensureCompany(tx, word)
  return makeModule(tx, word, input.system)
}

/**
 * Creates the things chosen for words, and remembers the choices for the source.
 * @returns functions that replace placeholder ids with the ids of created things: in drafts, and of a single id
 */
export async function makeOfWords(tx: Transaction, actor: Actor, input: MakingInput) {
  const made = new Map<number, number>()
  const idOf = new Map<string, number>()
  for (const one of input.making) {
    const id = await makeOne(tx, actor, one, input)
    made.set(one.id, id)
    idOf.set(`${one.field} ${one.word}`, id)
  }
  await rememberChoices(tx, input.source, rowsOf(input, idOf), momentOf(actor.deps.clock))
  return {
    asMade: (draft: Draft): Draft =>
      made.size === 0 ? draft : { ...draft, row: { ...draft.row, ...numbers(draft, made) } },
    madeId: (id: number) => made.get(id) ?? id,
  }
}

function numbers({ row }: Draft, made: Map<number, number>) {
  const changed = (Object.keys(COLUMNS) as MadeField[]).flatMap((field) => {
    const column = COLUMNS[field]
    const id = made.get(row[column] ?? 0)
    return id === undefined ? [] : [[column, id] as const]
  })
  return Object.fromEntries(changed)
}

/** One row for each word; a created thing is remembered by its id, and so is one that was there already. */
const rowsOf = ({ choices, read }: MakingInput, idOf: Map<string, number>) =>
  (Object.entries(choices) as [requests.ValueField, Record<string, Choice>][]).flatMap(([field, words]) =>
    Object.entries(words).flatMap(([word, choice]) => {
      const kept = choice === 'new' ? (idOf.get(`${field} ${word}`) ?? read(field, word)) : choice
      const isPlaceholder = kept !== null && kept !== undefined && kept < 0
      return kept === undefined || isPlaceholder || word === '' ? [] : [{ field, word, choice: kept }]
    }),
  )
