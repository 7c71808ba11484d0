import { webhooks } from '@vypusk/contract'
import type { Around } from './agreement-letters.ts'
import type { LetterContent } from './register.ts'

/** What a letter about a webhook says. */
export interface WebhookFacts {
  url: string
}

/** Nothing has arrived there for days. */
export const switchedOffContent = ({ url }: WebhookFacts, { publicUrl }: Around): LetterContent => ({
  template: 'switched_off',
  values: { адрес: url, срок: `${webhooks.DAYS_OF_FAILURES} дня` },
  facts: [['Адрес', url]],
  href: `${publicUrl}/admin/webhooks`,
  footer: 'Вы получили это письмо, потому что вы администратор системы «Выпуск».',
})
