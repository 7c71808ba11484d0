import { webhooks } from '@vypusk/contract'
import type { Around } from './agreement-letters.ts'
import type { LetterContent } from './register.ts'
import type { Filling } from './wording.ts'

/** The facts in a letter about a webhook. */
export interface WebhookFacts {
  url: string
}

/** The letter about a webhook that has not answered for days. */
export const switchedOffContent = (facts: WebhookFacts, around: Around): LetterContent => ({
  template: 'switched_off',
  values: { адрес: facts.url, срок: `${webhooks.DAYS_OF_FAILURES} дня` },
  ...frameOf(facts, around),
})

/** The letter about a webhook whose receiver has answered that it is gone. */
export const goneContent = (facts: WebhookFacts, around: Around): LetterContent => ({
  template: 'webhook_gone',
  values: { адрес: facts.url },
  ...frameOf(facts, around),
})

const frameOf = ({ url }: WebhookFacts, { publicUrl }: Around): Omit<Filling, 'values'> => ({
  facts: [['Адрес', url]],
  href: `${publicUrl}/admin/webhooks`,
  footer: 'Вы получили это письмо, потому что вы администратор системы «Выпуск».',
})
