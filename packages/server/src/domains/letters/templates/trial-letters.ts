import { oneLine } from '../../../platform/text/plain-text.ts'
import { facts, forClient, values, type AgreementFacts, type Around, type Asking } from './agreement-letters.ts'

import type { LetterContent } from './register.ts'

/** Letters about trying requests on the test environment. */

interface Again {
  /** The build on the test environment; empty if staff have named none. */
  build: string
  requests: { id: number; e_title: string }[]
}

/** The button leads to the requests, with or without an account. */
export const tryAgain =
  ({ build, requests }: Again) =>
  (agreement: AgreementFacts, around: Around, { token }: Pick<Asking, 'token'>): LetterContent => ({
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
