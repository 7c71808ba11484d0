import { webhooks } from '@vypusk/contract'
import type { Around } from './agreement-letters.ts'
import type { LetterContent } from './register.ts'

/** The facts in a letter about a webhook. */
export interface WebhookFacts {
  url: string
}

/** The letter about a webhook that has not answered for days. */
export const switchedOffContent = ({ url }: WebhookFacts, { publicUrl }: Around): LetterContent => ({
  template: 'switched_off',
  values: { адрес: url, срок: `${webhooks.DAYS_OF_FAILURES} дня` },
  facts: [['Адрес', url]],
  href: `${publicUrl}/admin/webhooks`,
  footer: 'Вы получили это письмо, потому что вы администратор системы «Выпуск».',
})
