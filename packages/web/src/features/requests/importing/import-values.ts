import { nameAmong, type requests } from '@vypusk/contract'
import { countOf } from '../../../ui/plural.ts'

type Word = requests.ValueWord

const DEFAULT = 'default'

/** Converts a choice to the value of an option. */
export const valueOf = (choice: Word['choice']) => (choice === null ? DEFAULT : String(choice))
export const choiceOf = (value: string): Word['choice'] =>
  value === DEFAULT ? null : value === 'new' ? 'new' : Number(value)

/** Nothing here has this name, and nobody has chosen a meaning for it. */
export const isOpen = ({ how }: Word) => how === 'default'

const HOW: Record<Word['how'], string> = {
  said: 'выбрано',
  remembered: 'как в прошлый раз',
  name: 'по названию',
  known: 'известное слово',
  default: 'ничего похожего',
}
/** Why a word has its meaning. */
export const howTaken = ({ how }: Word) => HOW[how]

/**
 * The possible meanings of a word: the default, or an existing item; items of the same name are told apart by number.
 */
export function optionsFor({ fallback, options }: requests.ValueColumn) {
  return [
    { value: DEFAULT, label: `По умолчанию: ${fallback}` },
    ...options.map((one) => ({ value: String(one.id), label: nameAmong(options, one) })),
  ]
}

const UNNAMED = ['значение встречается', 'значения встречаются', 'значений встречаются'] as const
/** «Ещё 2 значения встречаются реже.»: those of a column that are not listed. */
export const unnamedInWords = (count: number): string => `Ещё ${countOf(count, UNNAMED)} реже.`
