import { cutTo, decimalIn, decodeName, requests, type Company, type Module, type Ref } from '@vypusk/contract'
import { paidOptions, priorityOptions, urgencyOptions } from '../../rules.ts'
import { folded, knownWords, statusLookOf } from './words.ts'

type ValueField = requests.ValueField

/** A person that a word of a file can mean. */
export interface ListedPerson extends Ref {
  login: string
  email: string | null
  /** Null for staff. */
  idcomp: number | null
  /** The account that this person signs in with, if this is another one of theirs (docs/decisions/0100). */
  person_id: number | null
}

/** The lists of this installation that words of a file can refer to. */
export interface Lists {
  statuses: (Ref & { is_over: boolean })[]
  types: Ref[]
  companies: Company[]
  modules: Module[]
  people: ListedPerson[]
  /** Those that are not published yet. */
  releases: Ref[]
}

interface Meaning {
  title: string
  options: (lists: Lists) => Ref[]
  /** Other names of the options. */
  alsoCalled?: (lists: Lists) => [string, number][]
  /** Whether an administrator may let it be created from the word. */
  isMade: boolean
}

const modulesOf = ({ modules }: Lists): Ref[] =>
  modules.map(({ idmod, namemod, system }) => ({ id: idmod, name: `${system} / ${namemod}` }))

/** «Иванов Пётр» equals «Пётр Иванов». */
const inOrder = (name: string) => folded(name).split(' ').toSorted().join(' ')

const titles = requests.fieldTitles

const MEANINGS: Record<ValueField, Meaning> = {
  status: { title: titles.status, options: ({ statuses }) => statuses, isMade: true },
  type: { title: titles.type, options: ({ types }) => types, isMade: true },
  priority: { title: titles.priority, options: () => priorityOptions, isMade: false },
  urgency: { title: titles.urgency, options: () => urgencyOptions, isMade: false },
  isPaid: { title: titles.isPaid, options: () => paidOptions, isMade: false },
  company: {
    title: titles.company,
    options: ({ companies }) => companies.map(({ idcomp, namecomp }) => ({ id: idcomp, name: decodeName(namecomp) })),
    isMade: true,
  },
  module: {
    title: titles.module,
    options: modulesOf,
    alsoCalled: ({ modules }) => modules.map(({ idmod, namemod }) => [namemod, idmod]),
    isMade: true,
  },
  author: {
    title: titles.author,
    options: ({ people }) => people.map(({ id, name }) => ({ id, name })),
    alsoCalled: ({ people }) =>
      people.flatMap(({ id, name, login, email }) => [
        [login, id],
        [inOrder(name), id],
        ...(email === null ? [] : [[email, id] satisfies [string, number]]),
      ]),
    isMade: false,
  },
  version: { title: 'Версия → релиз', options: ({ releases }) => releases, isMade: true },
}

export const titleOf = (field: ValueField) => MEANINGS[field].title
export const optionsOf = (field: ValueField, lists: Lists) => MEANINGS[field].options(lists)
export const isMade = (field: ValueField) => MEANINGS[field].isMade

/** A person with accounts in several companies is one person. */
const personBy = (people: ListedPerson[]) => {
  const persons = new Map(people.map(({ id, person_id }) => [id, person_id ?? id]))
  return (id: number) => persons.get(id) ?? id
}

/** Finds the account of the same person in a company; the given one if they have none there, or there is no company yet. */
export function accountFinder(people: ListedPerson[]): (id: number, idcomp: number | null) => number {
  const personOf = personBy(people)
  const accounts = new Map(people.map(({ id, idcomp }) => [`${personOf(id)} ${idcomp}`, id]))
  return (id, idcomp) => accounts.get(`${personOf(id)} ${idcomp}`) ?? id
}

/** The normalised names of a field, each with the things that have it. */
function namesOf(field: ValueField, lists: Lists): Map<string, Set<number>> {
  const { options, alsoCalled = () => [] } = MEANINGS[field]
  const thing = field === 'author' ? personBy(lists.people) : (id: number) => id
  const names = new Map<string, Set<number>>()
  const all: [string, number][] = [
    ...options(lists).map(({ id, name }): [string, number] => [name, id]),
    ...alsoCalled(lists),
  ]
  for (const [name, id] of all) names.set(folded(name), (names.get(folded(name)) ?? new Set()).add(thing(id)))
  return names
}

/** The longest name in a list. */
const MOST_NAME = 100

/** The name of what is created from a word. */
export const nameFrom = (word: string) => cutTo(word, MOST_NAME).trim()

/**
 * Finds the thing that a word would be created as, if there is one: of several, the latest. A module that names no system
 * belongs to the given one.
 */
export function madeFinder(field: ValueField, lists: Lists, system: string): (word: string) => number | undefined {
  const all = optionsOf(field, lists).toSorted((a, b) => a.id - b.id)
  const ids = new Map(all.map(({ id, name }) => [name.toLowerCase(), id]))
  return (word) => {
    const name = nameFrom(word)
    return ids.get((field === 'module' && !name.includes(' / ') ? `${system} / ${name}` : name).toLowerCase())
  }
}

/** What was found, and how: by its name (or number, address), or by the table of other systems' words. */
export interface Found {
  id: number
  how: 'name' | 'known'
}

const namesOfTheTable = new Set(knownWords.status?.values())

/**
 * Where the status that the table gives for the end of the work is renamed or hidden: the one with which the work is over
 * here. Of several none, so that the person who imports is asked.
 */
function ownEnd(known: string, { statuses }: Lists): number | undefined {
  if (!statusLookOf(known).is_over) return undefined
  const [own, ...others] = statuses.filter(({ name, is_over }) => is_over && !namesOfTheTable.has(name))
  return others.length === 0 ? own?.id : undefined
}

/** Finds what a word of the field means; undefined if nothing has that name, or several things have. */
export function finder(field: ValueField, lists: Lists): (word: string) => Found | undefined {
  const names = namesOf(field, lists)
  const only = (name: string) => {
    const [id, ...others] = names.get(name) ?? []
    return others.length === 0 ? id : undefined
  }
  const isNumbered = field === 'priority' || field === 'urgency' || field === 'isPaid'
  const meantBy = (known: string) => {
    if (isNumbered) return Number(known)
    return only(folded(known)) ?? (field === 'status' ? ownEnd(known, lists) : undefined)
  }
  const options = new Set(MEANINGS[field].options(lists).map(({ id }) => id))
  return (word) => {
    const plain = decodeName(word)
    const id = only(folded(plain)) ?? (field === 'author' ? ofPerson(plain, only) : undefined)
    if (id !== undefined) return { id, how: 'name' }
    const known = knownWords[field]?.get(folded(plain))
    const meant = known === undefined ? undefined : meantBy(known)
    if (meant !== undefined) return { id: meant, how: 'known' }
    const number = decimalIn(word)
    return isNumbered && options.has(number) ? { id: number, how: 'name' } : undefined
  }
}

/** «Пётр Иванов (pivanov)», «Иванов Пётр», «pivanov@example.ru». */
function ofPerson(word: string, only: (name: string) => number | undefined): number | undefined {
  const parts = /^(?<name>[^(<]*)[(<](?<login>[^)>]+)[)>]$/.exec(word)?.groups
  if (!parts) return only(inOrder(word))
  return only(folded(parts['login'] ?? '')) ?? only(inOrder(parts['name'] ?? ''))
}
