import { webhooks } from '@vypusk/contract'
import type { Around } from './agreement-letters.ts'
import type { Content } from './layout.ts'

/** What a letter about a webhook says. */
export interface WebhookFacts {
  url: string
}

/** Nothing has arrived there for days. */
export const switchedOffContent = ({ url }: WebhookFacts, { publicUrl }: Around): Content => ({
  subject: 'Вебхук выключен: сообщения не доходят',
  heading: 'Вебхук выключен',
  paragraphs: [
    `Адрес не принял ни одного сообщения за ${webhooks.DAYS_OF_FAILURES} дня, и новые туда больше не отправляются.`,
    'Проверьте другую систему, отправьте проверочное сообщение и включите вебхук снова.',
  ],
  facts: [['Адрес', url]],
  button: { text: 'Открыть вебхуки', href: `${publicUrl}/admin/webhooks` },
  footer: 'Вы получили это письмо, потому что вы администратор системы «Выпуск».',
})
