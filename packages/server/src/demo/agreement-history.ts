import type { Agreement, Asking, Making, RecordChange } from './agreement-shapes.ts'
import { decode } from './company-names.ts'
import type { JournalRecord } from './journal.ts'
import { addressesOf } from './letters.ts'
import type { Person } from './people.ts'
import { isDone } from './releases.ts'
import { dayForPeople, dayOfMoment, dayText, duringWork, type Moment } from './time.ts'
import { announceFailure, announceTrials, triable } from './trials.ts'

const reasons = [
  'Идёт закрытие квартала',
  'Дежурный администратор в отпуске',
  'Совпало с обновлением смежной системы',
  'Не готов тестовый контур',
  'Просьба заказчика',
  'Перенос сборки',
]
const remarks = [
  'На тестовом контуре не печатается вторая страница формы. Просим исправить до установки.',
  'Просим установить после 22:00: в это время идёт передача смены.',
  'Не видим в описании заявку, о которой договаривались.',
  'Проверили, есть вопрос по итогам отчёта, напишем отдельно.',
  'Нужна инструкция для администратора, в файлах её нет.',
]
const calls = [
  'По телефону, подтвердила ответственная',
  'Письмом на адрес менеджера',
  'На совещании, протокол отправлен',
]

/**
 * Writes everything that happened to an agreement, in order.
 * @returns the texts it ends with
 */
export function announceAgreement(making: Asking, agreement: Agreement): { cancel_reason: string; remark: string } {
  const { journal } = making
  const { course, author, release, company } = agreement
  const write = journal.of('agreement', agreement.id, { release_id: release.id, company_id: company.idcomp })
  const record = (change: JournalRecord) => {
    write(change)
    course.version++
    course.updated_at = Math.max(course.updated_at, change.at)
  }
  const cancel_reason = announceMove(making, agreement, record)
  const tested = { field: 'isPublishedOnTestEnv', before: false, after: true, person: author }
  if (agreement.isPublishedOnTestEnv) {
    const at = course.sent_at ?? course.created_at
    record({ ...tested, at })
    record({ field: 'build', before: '', after: release.build, person: author, at })
  }
  if (course.sent_at === null) return { cancel_reason, remark: '' }
  record({ field: 'by_rivc', before: false, after: true, person: author, at: course.sent_at })
  askByLetter(making, agreement, course.sent_at)
  const remark = announceRemark(making, agreement, record)
  announceConsent(making, agreement, record)
  if (agreement.holds.has('offer')) announceOffer(making, agreement, record)
  return { cancel_reason, remark }
}

/** One agreement in eight was approved by staff and then moved for a reason, which withdrew the approval. */
function announceMove({ random }: Making, { course, author, releaseDate }: Agreement, record: RecordChange): string {
  if (course.sent_at === null || !random.chance(0.12)) return ''
  const cancel_reason = random.pick(reasons)
  const whole = course.sent_at - course.created_at
  const [first, moved] = [course.created_at + whole * 0.2, course.created_at + whole * 0.6]
  record({ field: 'by_rivc', before: false, after: true, person: author, at: first })
  record({
    field: 'releaseDate',
    before: dayText(releaseDate - random.int(2, 9)),
    after: dayText(releaseDate),
    person: author,
    at: moved,
  })
  record({ field: 'cancel_reason', before: '', after: cancel_reason, person: author, at: moved })
  record({ field: 'by_rivc', before: true, after: false, person: author, at: moved })
  return cancel_reason
}

/** Remarks on published releases have been settled; some of the others are still open. */
function announceRemark(making: Asking, agreement: Agreement, record: RecordChange): string {
  const { random } = making
  const { course, author, release, holds } = agreement
  if (course.sent_at === null || course.answered_at === null) return ''
  const sentAt = (course.sent_at + course.answered_at) / 2
  const person = speaker(agreement)
  const trying = { making, agreement, record, person }
  announceTrials(trying, course.sent_at, sentAt)
  if (!holds.has('remark') && !random.chance(0.11)) return ''
  const [failing] = triable(agreement)
  const remark =
    failing && (holds.has('remark') || random.chance(0.5))
      ? announceFailure(trying, failing, sentAt)
      : random.pick(remarks)
  const via = random.chance(0.5) ? 'letter' : 'screen'
  record({ field: 'remark', before: '', after: remark, person, at: sentAt, via })
  writeThread(making, agreement, { remark, sentAt })
  if (!isDone(release)) return remark
  record({ field: 'remark', before: remark, after: '', person: author, at: course.answered_at })
  return ''
}

/** Days in which a remark should be answered. */
const DAYS_TO_ANSWER = 4

/**
 * Writes the thread of a remark; it is closed if the release was published. An agreement has at most one, with the same
 * id.
 */
function writeThread({ load }: Making, agreement: Agreement, { remark, sentAt }: { remark: string; sentAt: Moment }) {
  const { id, author, course, release } = agreement
  const [client, at] = [speaker(agreement).id, duringWork(sentAt)]
  const due = dayOfMoment(sentAt) + DAYS_TO_ANSWER
  const closed = isDone(release) && course.answered_at !== null ? duringWork(course.answered_at) : null
  const state = closed === null ? 'open' : 'closed'
  load.add('threads', [
    id,
    id,
    null,
    'remark',
    'client',
    client,
    author.id,
    due,
    true,
    state,
    closed,
    closed && author.id,
    at,
    closed ?? at,
  ])
  load.add('entries', [id, id, 'client', client, `<p>${remark}</p>`, remark, false, false, at, null, null])
}

function announceConsent(making: Making, agreement: Agreement, record: RecordChange) {
  const { random, post } = making
  const { id, release, company, course, author } = agreement
  if (!course.isAgreed || course.answered_at === null) return
  const via = random.weighted([
    ['letter', 44],
    ['screen', 45],
    ['on_behalf', 11],
  ] as const)
  const person = via === 'on_behalf' ? author : speaker(agreement)
  const note = via === 'on_behalf' ? random.pick(calls) : undefined
  const at = course.answered_at
  record({ field: 'by_client', before: false, after: true, person, at, via, note })
  const about = { entity: 'agreement', entity_id: id, version: course.version, companies: [company.idcomp] } as const
  post.record(
    {
      ...about,
      kind: 'agreement.approved',
      data: { agreement_id: id, on_behalf: via === 'on_behalf', note: note ?? '' },
      person,
      at,
    },
    {
      subject: `Согласовано: ${release.title}, ${decode(company.namecomp)}`,
      lines: [
        `${decode(company.namecomp)}: дата установки ${whenOf(agreement)} согласована.`,
        `Ответил: ${person.name}.`,
      ],
      to: addressesOf([author]),
    },
  )
}

const WEEK = 7

/** The client offers the same hour a week later, and waits for an answer. */
function announceOffer({ load, post }: Making, agreement: Agreement, record: RecordChange) {
  const { id, release, company, course, author, releaseDate, releaseTime } = agreement
  const [person, at, reason] = [speaker(agreement), course.answered_at ?? course.updated_at, 'На этой неделе ревизия']
  const offered = { ...agreement, releaseDate: releaseDate + WEEK }
  record({ field: 'offer', before: '', after: whenOf(offered), person, at, note: reason })
  load.add('agreement_offers', [1, id, offered.releaseDate, releaseTime, reason, 'open', person.id, duringWork(at)])
  const about = { entity: 'agreement', entity_id: id, version: course.version, companies: [company.idcomp] } as const
  const proposal = { releaseDate: dayText(offered.releaseDate), releaseTime, reason }
  post.record(
    { ...about, kind: 'agreement.offered', data: { agreement_id: id, offered: proposal }, person, at },
    {
      subject: `Предложена другая дата: ${release.title}, ${decode(company.namecomp)}`,
      lines: [
        `${decode(company.namecomp)} предлагает ${whenOf(offered)} вместо ${whenOf(agreement)}.`,
        `Почему: ${reason}.`,
      ],
      to: addressesOf([author]),
    },
  )
}

function askByLetter({ post }: Making, agreement: Agreement, at: Moment) {
  const { id, release, company, course, author, recipients, recipientsExtra } = agreement
  const about = { entity: 'agreement', entity_id: id, version: course.version, companies: [company.idcomp] } as const
  post.record(
    { ...about, kind: 'agreement.sent', data: { agreement_id: id }, person: author, at },
    {
      subject: `Согласуйте дату установки: ${release.title}`,
      lines: [
        `Предлагаем установить релиз ${release.title} ${whenOf(agreement)}.`,
        `Сборка ${release.build} проверена на вашем тестовом контуре.`,
        `Согласуйте дату или напишите замечание. Вопросы – ${author.name}.`,
      ],
      to: [...addressesOf(recipients), ...recipientsExtra],
    },
  )
}

const whenOf = ({ releaseDate, releaseTime }: Agreement) =>
  `${dayForPeople(releaseDate)}${releaseTime ? ` в ${releaseTime}` : ''}`

/** The person who answers for the company. */
function speaker({ recipients, company }: Agreement): Person {
  const person = recipients[0] ?? company.people[0]
  if (!person) throw new Error('a company without people')
  return person
}
