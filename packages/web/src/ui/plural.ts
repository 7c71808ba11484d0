const rules = new Intl.PluralRules('ru')

/** Forms for 1, 2 and 5: ['заявка', 'заявки', 'заявок']. */
export type Forms = readonly [one: string, few: string, many: string]

/** The form that goes with the number: 1 заявка, 2 заявки, 5 заявок. */
export function plural(count: number, [one, few, many]: Forms): string {
  const category = rules.select(count)
  return category === 'one' ? one : category === 'few' ? few : many
}

/** «1 284 заявки». */
export const countOf = (count: number, forms: Forms): string =>
  `${count.toLocaleString('ru-RU')} ${plural(count, forms)}`
