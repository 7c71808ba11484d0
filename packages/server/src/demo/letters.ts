import type { Value } from './binary.ts'
import type { Loader } from './copy.ts'
import type { Person, World } from './people.ts'
import type { Random } from './random.ts'
import { type Moment, duringWork } from './time.ts'
import { escapeHtml } from './titles.ts'

export interface Happening {
  kind: string
  entity: 'agreement' | 'publication' | 'release'
  entity_id: number
  version: number
  /** Client companies that may see it. */
  companies: readonly number[]
  data: object
  person: Person
  at: Moment
}
interface Letter {
  subject: string
  /** Paragraphs of plain text. */
  lines: string[]
  to: string[]
}

/** Writes events and what was sent because of them. */
export interface Post {
  /** Writes the event and its letter with a delivery for each address. */
  record(happening: Happening, letter: Letter): void
  /** Writes that each file was copied to its company's folder because of the event recorded last. */
  copy(happening: Happening, copies: Copied[]): void
}

interface Copied {
  file_id: number
  idcomp: number
  /** In bytes. */
  size: number
  path: string
}

const mailErrors = [
  '550 5.1.1 Адресат не найден',
  '552 5.2.2 Почтовый ящик переполнен',
  '451 4.7.1 Сервер получателя просит повторить позже',
  'Сервер получателя не отвечает',
]
const ftpErrors = ['530 Неверный пароль', '552 Недостаточно места', 'Соединение разорвано']

export function postInto(load: Loader, random: Random, world: World): Post {
  const readers = readersByAddress(world)
  const last = { event: 0, letter: 0, delivery: 0 }
  const event = ({ kind, entity, entity_id, version, companies, data, person, at }: Happening) => {
    const row = [kind, entity, entity_id, version, companies, JSON.stringify(data), person.id, duringWork(at)]
    load.add('events', [++last.event, ...row])
    return last.event
  }
  const delivery = (
    kind: 'mail' | 'ftp',
    thing: [letter_id: Value, file_id: Value],
    about: Happening,
    target: string,
    whole?: { idcomp: number; size: number },
  ) => {
    const isFailed = random.chance(0.025)
    const attempts = isFailed ? random.int(5, 9) : random.chance(0.04) ? 2 : 1
    const error = isFailed ? random.pick(kind === 'mail' ? mailErrors : ftpErrors) : null
    const row = [last.event, about.entity, about.entity_id, target, isFailed ? 'failed' : 'sent', attempts, error]
    const at = duringWork(about.at + random.int(1, 50) * 1000)
    const copied = isFailed ? 0 : (whole?.size ?? 0)
    // The database would look them up for each letter, among all people, without an index at this time.
    const read = kind === 'mail' ? (readers.get(target.toLowerCase()) ?? '[]') : null
    load.add('deliveries', [++last.delivery, kind, ...thing, ...row, at, whole?.idcomp, copied, read])
  }
  return {
    record: (happening, { subject, lines, to }) => {
      const id = event(happening)
      if (to.length === 0) return
      const html = lines.map((text) => `<p>${escapeHtml(text)}</p>`).join('')
      const { entity, entity_id, kind, at } = happening
      const about = [id, entity, entity_id, kind]
      load.add('letters', [++last.letter, ...about, subject, html, lines.join('\n\n'), duringWork(at)])
      for (const target of new Set(to)) delivery('mail', [last.letter, null], happening, target)
    },
    copy: (happening, copies) => {
      for (const { file_id, path, ...whole } of copies) delivery('ftp', [null, file_id], happening, path, whole)
    },
  }
}

/** The accounts that have an address, as `readers_at` of the database gives them, by the address in small letters. */
function readersByAddress({ staff, further, companies }: World): Map<string, string> {
  const people = [...staff, ...companies.flatMap((company) => company.people), ...further]
  const byAddress = Map.groupBy(people, ({ email }) => email?.toLowerCase() ?? '')
  const written = (those: Person[]) =>
    JSON.stringify(those.toSorted((a, b) => a.id - b.id).map(({ id, idcomp }) => ({ id, idcomp })))
  return new Map([...byAddress].map(([address, those]) => [address, written(those)]))
}

/** Addresses of the people who have one and may sign in. */
export const addressesOf = (people: Person[]): string[] =>
  people.flatMap(({ email, is_blocked }) => (email && !is_blocked ? [email] : []))
