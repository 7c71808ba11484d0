import type { Listener } from '../../../platform/events.ts'
import { issuePasswordLink } from '../../auth/port.ts'
import { accountAround } from '../queries.ts'
import { reachable } from '../rules.ts'
import { passwordContent } from '../templates/account-letters.ts'
import { aroundOf, write } from './write.ts'

/** The letter by whose link a person sets a password; the link stands nowhere else. */
export const onPasswordAsked: Listener<'user.password_asked'> = async (tx, event, teller) => {
  const { user_id } = event.data
  const account = await accountAround(tx, user_id)
  const targets = reachable([account], teller.person.id).map(({ email }) => email)
  const content = async () =>
    passwordContent(account, aroundOf(teller, event), await issuePasswordLink(tx, user_id, event.at))
  await write(tx, teller, event, [{ content, ics: null, targets }])
}
