import type { requests } from '@vypusk/contract'

type Word = requests.ValueWord

const DEFAULT = 'default'

/** A choice as the list of options knows it. */
export const valueOf = (choice: Word['choice']) => (choice === null ? DEFAULT : String(choice))
export const choiceOf = (value: string): Word['choice'] =>
  value === DEFAULT ? null : value === 'new' ? 'new' : Number(value)

/** Nothing here is called so, and nobody has said what it is. */
export const isOpen = ({ how }: Word) => how === 'default'

const HOW: Record<Word['how'], string> = {
  said: 'выбрано',
  remembered: 'как в прошлый раз',
  name: 'по названию',
  known: 'известное слово',
  default: 'ничего похожего',
}
/** Why a word is taken for what it is. */
export const howTaken = ({ how }: Word) => HOW[how]

/** What a word can be taken for: the default, or one of the things there are; one name stands once. */
export function optionsFor({ fallback, options }: requests.ValueColumn) {
  const names = new Map<string, number>()
  for (const { name } of options) names.set(name, (names.get(name) ?? 0) + 1)
  return [
    { value: DEFAULT, label: `По умолчанию: ${fallback}` },
    ...options.map(({ id, name }) => ({
      value: String(id),
      label: (names.get(name) ?? 0) > 1 ? `${name} (№ ${id})` : name,
    })),
  ]
}
