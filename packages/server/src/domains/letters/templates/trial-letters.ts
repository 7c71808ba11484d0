import { oneLine } from '../../../platform/plain-text.ts'
import { facts, forClient, values, type QuestionContent } from './agreement-letters.ts'

/** What letters about trying on the test environment say. */

interface Again {
  /** What stands there; empty where staff have named nothing. */
  build: string
  requests: { id: number; e_title: string }[]
}

/** The button leads to the requests, with an account or without one. */
export const tryAgain =
  ({ build, requests }: Again): QuestionContent =>
  (agreement, around, { token }) => ({
    template: 'try_again_client',
    values: {
      ...values(agreement, around),
      сборка: build || 'новая',
      заявки: requests.map(({ id, e_title }) => `№ ${id} ${oneLine(e_title)}`).join('\n'),
    },
    facts: facts(agreement),
    ...forClient(agreement, around),
    href: `${around.publicUrl}/approve/${token}`,
  })
