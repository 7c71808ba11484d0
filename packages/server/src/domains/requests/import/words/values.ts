import type { requests } from '@vypusk/contract'
import { cutTo } from '@vypusk/contract'
import { finder, isMade, madeFinder, optionsOf, titleOf, type Lists } from './meanings.ts'
import { visibleLine } from '../characters.ts'
import { ImportRefused } from '../refused.ts'

type ValueField = requests.ValueField
/** A choice for a word: the id of a thing, `new` to create one, or null for the default. */
export type Choice = number | 'new' | null
export type Choices = Partial<Record<ValueField, Record<string, Choice>>>

/** A word of the file, how often it occurs, what it means and why. */
export interface ValueWord {
  word: string
  count: number
  choice: Choice
  how: requests.ValueWord['how']
}

/** A thing to be created from a word when the rows are written; until then it has a negative id. */
export interface Making {
  field: ValueField
  word: string
  id: number
}

/** How the words of a file are read. */
export interface Values {
  words: Map<ValueField, ValueWord[]>
  making: Making[]
  /** Undefined if the word has no meaning and the default is used. */
  read: (field: ValueField, word: string) => number | undefined
}

/** Longer cells are cut to this length to be used as words. */
export const MOST_LETTERS = 200
export const wordOf = (cell: string) => cutTo(visibleLine(cell), MOST_LETTERS)

interface Known {
  lists: Lists
  /** The choices made on the screen now. */
  chosen: Choices
  /** The choices remembered for this source. */
  remembered: Choices
  /** The system that gets modules created from words. */
  system: string
}

/**
 * Decides what each word of a file means: by the choice made now, an earlier choice, a thing with that name, a word
 * known from other systems, or the default.
 * @throws ImportRefused if a choice does not exist, or something is to be created that cannot be created from words
 */
export function readValues(counted: Map<ValueField, Map<string, number>>, known: Known): Values {
  const words = new Map<ValueField, ValueWord[]>()
  const making: Making[] = []
  const numbers = new Map<string, number>()
  for (const [field, counts] of counted) {
    const choose = chooser(field, known)
    const all = [...counts].map(([word, count]): ValueWord => ({ word, count, ...choose(word) }))
    for (const { word, choice } of all) {
      if (choice === null) continue
      if (choice === 'new') making.push({ field, word, id: -1 - making.length })
      numbers.set(`${field} ${word}`, choice === 'new' ? -making.length : choice)
    }
    words.set(
      field,
      all.toSorted((a, b) => b.count - a.count),
    )
  }
  return { words, making, read: (field, word) => numbers.get(`${field} ${wordOf(word)}`) }
}

function chooser(field: ValueField, { lists, chosen, remembered, system }: Known) {
  const find = finder(field, lists)
  const findMade = madeFinder(field, lists, system)
  const options = new Set(optionsOf(field, lists).map(({ id }) => id))
  const isThere = (choice: Choice) => choice === null || (choice === 'new' ? isMade(field) : options.has(choice))
  const [now, before] = [chosen[field] ?? {}, remembered[field] ?? {}]
  return (word: string): Pick<ValueWord, 'choice' | 'how'> => {
    const [own, kept] = [chosenFor(now, word), chosenFor(before, word)]
    if (own !== undefined) {
      if (!isThere(own)) throw new ImportRefused(`${titleOf(field)} «${word}»: выберите значение из списка`)
      // The file may be here again, with the choices made for it: what it created then is not created twice.
      return { choice: own === 'new' ? (findMade(word) ?? own) : own, how: 'said' }
    }
    if (kept !== undefined && isThere(kept)) return { choice: kept, how: 'remembered' }
    const found = find(word)
    return found ? { choice: found.id, how: found.how } : { choice: null, how: 'default' }
  }
}

const chosenFor = (choices: Record<string, Choice>, word: string): Choice | undefined =>
  Object.hasOwn(choices, word) ? choices[word] : undefined

/** The person chosen for a name: null for nobody, undefined without a choice. */
export function choiceOf(choices: Record<string, Choice>, name: string): number | null | undefined {
  const choice = chosenFor(choices, wordOf(name))
  return choice === 'new' ? undefined : choice
}
