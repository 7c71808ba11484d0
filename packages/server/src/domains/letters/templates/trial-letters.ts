import { oneLine } from '../../../platform/plain-text.ts'
import { facts, forClient, values, type QuestionContent } from './agreement-letters.ts'

/** Letters about trying requests on the test environment. */

interface Again {
  /** The build on the test environment; empty if staff have named none. */
  build: string
  requests: { id: number; e_title: string }[]
}

/** The button leads to the requests, with or without an account. */
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
