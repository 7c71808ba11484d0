import type { Listener } from '../../../platform/events.ts'
import { issuePasswordLink } from '../../auth/port.ts'
import { accountAround } from '../queries/letters.ts'
import { reachable } from '../rules.ts'
import { factorContent, passwordContent } from '../templates/account-letters.ts'
import { aroundOf, write } from './write.ts'

/** Sends the letter with the link that sets a password; the link is not shown anywhere else. */
export const onPasswordLetter: Listener<'user.password_asked'> = async (tx, event, actor) => {
  const { user_id } = event.data
  const account = await accountAround.one(tx, { id: user_id })
  const targets = reachable([account], actor.person.id).map(({ email }) => email)
  const content = async () =>
    passwordContent(account, aroundOf(actor, event), await issuePasswordLink(tx, user_id, event.at))
  await write(tx, actor, event, [{ content, ics: null, targets }])
}

/**
 * Sends a letter about the second factor, also to the person who changed it: if it was a thief, the letter warns the
 * owner of the account.
 */
export const onSecondFactor: Listener<'user.second_factor'> = async (tx, event, actor) => {
  const { user_id, news } = event.data
  const account = await accountAround.one(tx, { id: user_id })
  const targets = reachable([account], 0).map(({ email }) => email)
  const content = async () => factorContent(account, aroundOf(actor, event), news)
  const nobody = { ...actor, person: { ...actor.person, email: null } }
  await write(tx, nobody, event, [{ content, ics: null, targets }])
}
