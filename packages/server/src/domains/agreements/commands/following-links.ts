import type { approve } from '@vypusk/contract'
import type { Call, Deps } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { refuseWith, type RefusalSpec } from '../../../platform/refusal.ts'
import { linkOf, type Link } from '../queries/links.ts'
import { cutLink, isCut, mayOpen, unknownLink } from '../rules/links.ts'

/** From what somebody opened to the link that it is. */

export const ended = (answer: RefusalSpec, { name, email }: Link['asker']) =>
  refuseWith(answer, { asker: { name, email } })

/** @throws 410 with the reason for a link that has ended */
export function living({ clock }: Pick<Deps, 'clock'>, link: Link): Link {
  const answer = mayOpen(link, momentOf(clock))
  if (answer !== true) throw ended(answer, link.asker)
  return link
}

type Following = Pick<Call<typeof approve.ask>, 'deps' | 'params' | 'address'>

/** The link of a call. Whoever tries unknown ones is counted by the address, as with tokens of programs. */
export async function followed({ deps, params, address }: Following): Promise<Link> {
  const link = await linkOf(deps.db, params.token)
  if (link) return living(deps, link)
  await deps.loginTries.takeToken(address)
  throw refuseWith(isCut(params.token) ? cutLink : unknownLink)
}
