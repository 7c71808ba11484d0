import type { approve } from '@vypusk/contract'
import type { Call, Deps } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { refuseWith, type RefusalSpec } from '../../../platform/refusal.ts'
import { linkOf, type Link } from '../queries/links.ts'
import { cutLink, isCut, mayOpen, unknownLink } from '../rules/links.ts'

/** Resolves what somebody opened to the link it belongs to. */

export const ended = (answer: RefusalSpec, { name, email }: Link['asker']) =>
  refuseWith(answer, { asker: { name, email } })

/** Returns the link if it may still be opened. @throws 410 with the reason when it has ended */
export function living({ clock }: Pick<Deps, 'clock'>, link: Link): Link {
  const answer = mayOpen(link, momentOf(clock))
  if (answer !== true) throw ended(answer, link.asker)
  return link
}

type Following = Pick<Call<typeof approve.ask>, 'deps' | 'params' | 'address'>

/** Returns the link of a call. Attempts with unknown links are limited by address, as for API tokens. */
export async function followed({ deps, params, address }: Following): Promise<Link> {
  const link = await linkOf(deps.db, params.token)
  if (link) return living(deps, link)
  await deps.loginTries.takeToken(address)
  throw refuseWith(isCut(params.token) ? cutLink : unknownLink)
}
