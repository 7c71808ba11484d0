import type { Call } from '../../platform/call.ts'
import { account, auth, corporate, live, secondFactor } from '@vypusk/contract'
import type { Routes } from '../../platform/mount.ts'
import { allAt, comeTo, othersFor } from '../../platform/live/presence.ts'
import { StreamReply } from '../../platform/reply.ts'
import { changePassword, endOthers, endSession } from './commands/account.ts'
import { chooseCompany } from './commands/companies.ts'
import { finishCorporate, startCorporate } from './commands/corporate.ts'
import { setPassword } from './commands/passwords.ts'
import {
  beginPasskey,
  beginTotp,
  finishPasskey,
  finishTotp,
  removeOwnFactor,
  renewRecovery,
} from './commands/second-factor.ts'
import { logIn, logOut } from './commands/sessions.ts'
import { saveSettings } from './commands/settings.ts'
import { entrance, ownerOfLink, sessionsOf, sessionUser, settingsOf } from './queries/account.ts'
import { signerOf } from './queries/companies.ts'
import { factorsOf } from './queries/factors.ts'
import { firstReads } from './queries/first-reads.ts'

const EVENT_STREAM = { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' }

/**
 * Runs the call as the account the person signs in with, whichever company they are working in: sessions, password and
 * second factors belong to that account.
 */
const bySigner =
  <Asked extends Call, Reply>(run: (call: Asked) => Promise<Reply>) =>
  async (call: Asked): Promise<Reply> =>
    run({ ...call, person: await signerOf(call.deps.db, call.person) })

export const routes: Routes = (mount) => {
  mount(auth.login, logIn)
  mount(auth.logout, logOut)
  mount(corporate.start, startCorporate)
  mount(corporate.finish, finishCorporate)
  mount(auth.getUser, ({ deps, person }) => sessionUser(deps.db, person))
  mount(auth.getEntrance, ({ deps }) => entrance(deps))
  mount(auth.getSettings, ({ deps, person }) => settingsOf(deps.db, person))
  mount(auth.getFirstReads, firstReads)
  mount(auth.saveSettings, saveSettings)
  mount(auth.passwordLink, async ({ deps, params }) => {
    const { login, name } = await ownerOfLink(deps, params.token)
    return { login, name }
  })
  mount(auth.chooseCompany, chooseCompany)
  mount(account.sessions, async ({ deps, person, token }) => sessionsOf(deps, await signerOf(deps.db, person), token))
  mount(account.endSession, bySigner(endSession))
  mount(account.endOthers, bySigner(endOthers))
  mount(account.changePassword, bySigner(changePassword))
  mount(auth.setPassword, setPassword)
  mount(secondFactor.get, async ({ deps, person }) => factorsOf(deps, await signerOf(deps.db, person)))
  mount(secondFactor.beginTotp, bySigner(beginTotp))
  mount(secondFactor.finishTotp, bySigner(finishTotp))
  mount(secondFactor.beginPasskey, bySigner(beginPasskey))
  mount(secondFactor.finishPasskey, bySigner(finishPasskey))
  mount(secondFactor.remove, bySigner(removeOwnFactor))
  mount(secondFactor.renewRecovery, bySigner(renewRecovery))
  mount(live.events, async ({ deps, person, token, query }) => {
    return new StreamReply(deps.live.open(person, token, query.key, query.missed_ms), EVENT_STREAM)
  })
  mount(live.here, async ({ deps: { db }, person, body }) => {
    await comeTo(db, person, body)
    const people = body.place === null ? [] : othersFor(person, await allAt(db, body.place))
    return { message: 'Success', people }
  })
}
