import { inLatin } from '@vypusk/contract'
import { hash } from '@node-rs/argon2'
import { furtherLogin } from '../platform/person.ts'
import { companyNames, shortCompany } from './company-names.ts'
import { personNames } from './names.ts'
import type { Random } from './random.ts'
import type { Size } from './size.ts'
import { type Subject, systems } from './subjects.ts'
import { type Day, momentOf } from './time.ts'

export interface Person {
  id: number
  login: string
  name: string
  email: string | null
  isRivc: boolean
  isAdmin: boolean
  idcomp: number | null
  is_blocked: boolean
  can_enter_registry: boolean
  can_create_registry: boolean
  can_edit_calendar: boolean
}
export interface Company {
  idcomp: number
  namecomp: string
  /** Latin name for folders and mail domains. */
  short: string
  modules: Module[]
  people: Person[]
}
export interface Module extends Subject {
  idmod: number
  idsys: number
  companies: Company[]
}
export interface World {
  staff: Person[]
  /** Accounts of people in further companies. */
  further: (Person & { person_id: number })[]
  companies: Company[]
  modules: Module[]
  /** The same for every demo person. */
  password_hash: string
  /** The first day of the data. */
  since: Day
}

export const demoPassword = 'demo'
/** The sign-ins shown on the login page in demo mode. */
export const demoLogins = ['admin', 'manager', 'client1', 'client2'] as const

export async function makeWorld(random: Random, size: Size, since: Day): Promise<World> {
  const modules = makeModules()
  const companies = companyNames(size.companies).map((namecomp, index) => ({
    idcomp: index + 1,
    namecomp,
    short: shortCompany(namecomp),
    modules: [] as Module[],
    people: [] as Person[],
  }))
  companies.forEach((company, index) => giveModules(random, company, modules, index < 2))
  for (const module of modules) {
    // An unused module would have neither requests nor releases.
    if (module.companies.length === 0) connect(random.pick(companies), module)
  }
  const salt = random.bytes(16)
  const password_hash = await hash(demoPassword, { memoryCost: 19_456, timeCost: 2, parallelism: 1, salt })
  return { ...makePeople(random, size, companies), companies, modules, password_hash, since }
}

function makeModules(): Module[] {
  const all = systems.flatMap(({ modules }, index) => modules.map((module) => ({ ...module, idsys: index + 1 })))
  return all.map((module, index) => ({ ...module, idmod: index + 1, companies: [] }))
}

const connect = (company: Company, module: Module) => {
  company.modules.push(module)
  module.companies.push(company)
}

/** Most modules of a few systems; the two demo clients have more, so that there is much to see. */
function giveModules(random: Random, company: Company, modules: Module[], isRich: boolean) {
  const ids = systems.map((_, index) => index + 1)
  const own = new Set(random.some(ids, isRich ? 5 : random.int(1, 4)))
  const chosen = modules.filter(({ idsys }) => own.has(idsys) && random.chance(isRich ? 0.75 : 0.55))
  for (const module of chosen.length > 0 ? chosen : [random.pick(modules)]) connect(company, module)
}

function makePeople(random: Random, size: Size, companies: Company[]) {
  const nameOf = personNames(random)
  const logins = new Set<string>(demoLogins)
  let id = 0
  const make = (company: Company | null, fixed: Partial<Person> = {}): Person => {
    const { name = nameOf(), login = freeLogin(name, logins) } = fixed
    const person = { ...draw(random, company), ...fixed, id: ++id, name, login }
    const mail = `${login}@${company?.short ?? 'vypusk'}.example`
    if (fixed.login) Object.assign(person, { email: mail, is_blocked: false })
    else person.email = random.chance(0.06) ? null : mail
    if (!person.can_enter_registry) person.can_create_registry = false
    company?.people.push(person)
    return person
  }
  const staff = [make(null, { login: 'admin', name: 'Анна Иванова', isAdmin: true }), make(null, { login: 'manager' })]
  makeClients(random, size, companies, make)
  while (staff.length < size.staff) staff.push(make(null))
  return { staff, further: furtherOf(companies, ++id) }
}

/** One of the demo clients belongs to a second company, and edits its calendar. */
function furtherOf([, second, third]: Company[], id: number): World['further'] {
  const person = second?.people.find(({ login }) => login === 'client2')
  if (!person || !third) return []
  const { idcomp } = third
  const login = furtherLogin(person.login, person.id, idcomp)
  return [{ ...person, id, person_id: person.id, idcomp, login, can_edit_calendar: true }]
}

/** Random data of a person of that company, or of staff when there is none. */
function draw(random: Random, company: Company | null) {
  const isRivc = company === null
  return {
    email: null as string | null,
    isRivc,
    isAdmin: false,
    idcomp: company?.idcomp ?? null,
    is_blocked: random.chance(0.04),
    can_enter_registry: isRivc || random.chance(0.5),
    can_create_registry: isRivc || random.chance(0.2),
    can_edit_calendar: false,
  }
}

type Make = (company: Company, fixed?: Partial<Person>) => Person

function makeClients(random: Random, size: Size, companies: Company[], make: Make) {
  const [first, second] = companies
  if (!first || !second) throw new Error('the demo needs two companies')
  make(first, { login: 'client1', can_enter_registry: true, can_create_registry: true, can_edit_calendar: true })
  make(second, { login: 'client2', can_enter_registry: false, can_create_registry: false })
  // The first person of every other company has a mail address, so that a date can be sent to each company.
  for (const company of companies.slice(2)) make(company, { is_blocked: false })
  for (let made = companies.length; made < size.clients; made++) make(random.pick(companies))
  for (const { people, short } of companies) {
    const [contact] = people
    if (contact && !contact.email) contact.email = `${contact.login}@${short}.example`
  }
}

/** «a.ivanova», then «a.ivanova2» and so on. */
function freeLogin(name: string, taken: Set<string>): string {
  const [first = '', last = ''] = name.split(' ')
  const base = `${inLatin(first.slice(0, 1))}.${inLatin(last)}`
  let login = base
  for (let next = 2; taken.has(login); next++) login = `${base}${next}`
  taken.add(login)
  return login
}

/** When people and companies were entered: shortly before the first request. */
export const enteredAt = (random: Random, since: Day) => momentOf(random, since - random.int(1, 30))
