import { auth } from '@vypusk/contract'
import type { ReplyOf } from '@vypusk/contract'

/** The people using the screens in tests: those of the demo data. */

const person = { email: null, isRivc: true, isAdmin: false, company: null, app_version: auth.APP_VERSION, zone: 'UTC' }

export const admin: auth.SessionUser = { ...person, id: 1, login: 'admin', name: 'Анна Белова', isAdmin: true }
export const manager: auth.SessionUser = { ...person, id: 2, login: 'manager', name: 'Максим Орлов' }
export const client: auth.SessionUser = {
  ...person,
  id: 3,
  login: 'client1',
  name: 'Клара Северная',
  isRivc: false,
  company: { idcomp: 7, namecomp: 'ГУП «Водоканал»' },
}

export const tokenOf = ({ login }: auth.SessionUser): string => `token of ${login}`

export const sessionOf = (someone: auth.SessionUser): ReplyOf<typeof auth.login> => ({
  access_token: tokenOf(someone),
  token_type: 'bearer',
  expires_in: 3600,
})

export const entrance: ReplyOf<typeof auth.getEntrance> = {
  app_version: auth.APP_VERSION,
  corporate: null,
  by_password: true,
  cross_login_cookie: null,
  demo: [{ login: 'client1', password: 'demo', who: 'клиент' }],
}

/** The settings of a person who has changed none. */
export const noSettings: ReplyOf<typeof auth.getSettings> = {
  ReleasesPage: { selectedSystems: [], selectedModules: [], selectedSteps: [] },
  CompaniesChoice: [],
}
