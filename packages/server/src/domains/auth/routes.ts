import { account, auth, corporate, live, secondFactor } from '@vypusk/contract'
import type { Routes } from '../../platform/mount.ts'
import { allAt, comeTo, othersFor } from '../../platform/presence.ts'
import { StreamReply } from '../../platform/reply.ts'
import { changePassword, endOthers, endSession } from './commands/account.ts'
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
import { factorsOf } from './queries/factors.ts'

const EVENT_STREAM = { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' }

export const routes: Routes = (mount) => {
  mount(auth.login, logIn)
  mount(auth.logout, logOut)
  mount(corporate.start, startCorporate)
  mount(corporate.finish, finishCorporate)
  mount(auth.getUser, ({ deps, person }) => sessionUser(deps.db, person))
  mount(auth.getEntrance, ({ deps }) => entrance(deps))
  mount(auth.getSettings, ({ deps, person }) => settingsOf(deps.db, person))
  mount(auth.saveSettings, saveSettings)
  mount(auth.passwordLink, async ({ deps, params }) => {
    const { login, name } = await ownerOfLink(deps, params.token)
    return { login, name }
  })
  mount(account.sessions, ({ deps, person, token }) => sessionsOf(deps, person, token))
  mount(account.endSession, endSession)
  mount(account.endOthers, endOthers)
  mount(account.changePassword, changePassword)
  mount(auth.setPassword, setPassword)
  mount(secondFactor.get, ({ deps, person }) => factorsOf(deps, person))
  mount(secondFactor.beginTotp, beginTotp)
  mount(secondFactor.finishTotp, finishTotp)
  mount(secondFactor.beginPasskey, beginPasskey)
  mount(secondFactor.finishPasskey, finishPasskey)
  mount(secondFactor.remove, removeOwnFactor)
  mount(secondFactor.renewRecovery, renewRecovery)
  mount(live.events, async ({ deps, person, token, query }) => {
    return new StreamReply(deps.live.open(person, token, query.key), EVENT_STREAM)
  })
  mount(live.here, async ({ deps: { db }, person, body }) => {
    await comeTo(db, person, body)
    const people = body.place === null ? [] : othersFor(person, await allAt(db, body.place))
    return { message: 'Success', people }
  })
}
