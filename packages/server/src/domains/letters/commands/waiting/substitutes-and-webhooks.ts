import type { Db } from '../../../../platform/call.ts'
import { administrators, webhookAround } from '../../queries/letters.ts'
import { substituteAround } from '../../queries/substitutes.ts'
import { reachable, type Addressee } from '../../rules.ts'
import { needless, type Outcome, type Waiting } from './letters.ts'

/** Letters about a substitution or a webhook that waited. */

const NOT_ACTING = 'Замещение закончилось до того, как письмо ушло'
const OTHER_ADDRESS = 'У замещающего теперь другой адрес'
const ON_AGAIN = 'Вебхук с тех пор включили снова или удалили'
const NO_ADMINISTRATOR = 'Человек с этим адресом больше не администратор'

const isAmong = (people: Addressee[], { target }: Waiting): boolean =>
  reachable(people, 0).some(({ email }) => email.toLowerCase() === target.toLowerCase())

/** Tells somebody that they stand in for a colleague, as long as they do. */
export async function substituteLetter(db: Db, waiting: Waiting): Promise<Outcome> {
  const { substitute_id = 0 } = waiting.data as { substitute_id?: number }
  const acting = await substituteAround(db, substitute_id)
  if (!acting) return needless(NOT_ACTING)
  return isAmong([acting.person], waiting) ? waiting : { reason: OTHER_ADDRESS }
}

/** Tells administrators that a webhook is off, as long as it is; its address is for nobody else. */
export async function webhookLetter(db: Db, waiting: Waiting): Promise<Outcome> {
  const webhook = await webhookAround.first(db, { id: waiting.entity_id })
  if (!webhook || webhook.is_active) return needless(ON_AGAIN)
  return isAmong(await administrators.all(db, {}), waiting) ? waiting : needless(NO_ADMINISTRATOR)
}
