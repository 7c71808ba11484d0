import type { requests } from '@vypusk/contract'
import { visibleLine } from '../characters.ts'

/**
 * Words of other systems (Redmine's, Jira's and YouTrack's own, in English and in Russian) for what every installation
 * starts with. A word listed here is known; for any other a choice is offered or the default is used.
 */

/** The name here → words, separated by commas. */
type Words = Record<string, readonly string[]>

const STATUSES: Words = {
  Новая: [
    'new, open, todo, reopened, backlog, submitted, confirmed, assigned, registered, created, pending, planned',
    'to do, selected for development, to be discussed, ready for development',
    'новый, открыта, открыт, открыто, создана, сделать, бэклог, подтверждена, назначена, назначен, переоткрыта, зарегистрирована',
    'к выполнению, открыта заново, открыт заново, открыт повторно, открыто повторно, выбрано для разработки, нужно сделать',
  ],
  Оценка: ['estimation, analysis, triage, анализ', 'in analysis, на оценке, на анализе'],
  'В работе': [
    'feedback, blocked, testing, review',
    'in progress, in review, code review, in testing, in development, ready for qa, ready for testing, on hold, in test',
    'waiting for customer, waiting for support, need info, awaiting feedback, tested',
    'заблокирована, заблокировано, тестирование, разработка, выполняется',
    'в процессе, в разработке, на проверке, на тестировании, на ревью, обратная связь, нужен отклик, приостановлена',
    'ожидание ответа клиента, ожидание поддержки, ждет клиента, готово к тестированию, в тестировании, на доработке',
  ],
  Готово: [
    'resolved, done, fixed, complete, completed, implemented, released',
    'ready for release',
    'решена, решен, решено, выполнена, выполнено, исправлена, исправлено, сделано, завершена, завершено, внедрено',
  ],
  Закрыта: ['closed, verified, archived, закрыт, закрыто, проверена, проверено, архив', 'проверено и закрыто'],
  Отклонена: [
    "rejected, declined, obsolete, duplicate, duplicated, invalid, incomplete, cancelled, canceled, wontfix, won't_fix",
    "won't fix, won't do, wont do, wont fix, can't reproduce, cannot reproduce, as designed, not a bug",
    'отклонен, отклонено, отказ, отменена, отменено, дубликат, дубль',
    'не будет исправлено, не будет исправлена, не воспроизводится, не ошибка',
  ],
}

const TYPES: Words = {
  Доработка: [
    'improvement, feature, story, task, epic, sub-task, subtask, enhancement, requirement, cosmetics, initiative',
    'new feature, user story, technical task, feature request, change request, meta issue, tech task',
    'улучшение, задача, история, эпик, подзадача, новшество, требование, фича',
    'новая функциональность, пользовательская история, запрос на изменение, техническая задача, новая функция, доработка',
  ],
  Ошибка: [
    'bug, defect, incident, exception, problem, regression, crash',
    'performance problem, usability problem, security problem',
    'дефект, баг, инцидент, проблема, сбой',
  ],
  Консультация: [
    'question, support, consultation, поддержка, вопрос',
    'service request, support request, service request with approvals, запрос на обслуживание, запрос поддержки, запрос услуги',
  ],
  'Изменение данных': ['data fix, data change, исправление данных'],
}

const PRIORITIES: Words = {
  5: [
    '5, highest, blocker, immediate, urgent, немедленный, немедленно, срочный, срочно, наивысший, блокирующий, блокер',
    'show-stopper, show stopper, самый высокий',
  ],
  4: ['4, high, critical, высокий, критический, критичный'],
  3: ['3, medium, normal, major, default, средний, нормальный, обычный, значительный, серьезный'],
  2: ['2, low, minor, низкий, незначительный, малый'],
  1: ['1, lowest, trivial, тривиальный', 'самый низкий'],
  0: ['0, none', 'no priority, без приоритета, не указан'],
}

const PAID: Words = {
  1: ['да, 1, true, yes, платная, платно'],
  2: ['нет, 0, false, no, бесплатная, бесплатно'],
}

const NOBODY = 'unassigned, nobody, none, anonymous, не назначен, не назначена, нет'

/** Normalises a word: case, quotes and what nobody sees are ignored, spaces are collapsed, ё equals е. */
export const folded = (word: string) =>
  visibleLine(word)
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[«»“”„"]/g, '')
    .replaceAll('’', "'")

const byWord = (words: Words): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(words).flatMap(([meant, lines]) =>
      lines.flatMap((line) => line.split(', ')).map((word): [string, string] => [folded(word), meant]),
    ),
  )

/** For each field: a normalised word → its name here, or the number it stands for. */
export const knownWords: Partial<Record<requests.ValueField, ReadonlyMap<string, string>>> = {
  status: byWord(STATUSES),
  type: byWord(TYPES),
  priority: byWord(PRIORITIES),
  isPaid: byWord(PAID),
}

const EVERYBODY = new Set('нет, 0, false, no, n, none, public, все, всем, all users, виден всем'.split(', '))
/** Whether something was not visible to everybody: «Да», or the name of those who could see it. */
export const isPrivate = (word: string) => word !== '' && !EVERYBODY.has(folded(word))

const nobody = new Set(NOBODY.split(', '))
/** Whether the cell names nobody: «Не назначен». */
export const isNobody = (word: string) => nobody.has(folded(word))

interface StatusLook {
  tone: 'grey' | 'blue' | 'green' | 'red'
  /** Whether requests with this status are finished. */
  is_over: boolean
}

const NOT_YET = /^(не |not |un|re-?open|переоткр)/
/** Stems of words for the ends of a request, and for the work on it. */
const STATUS_LOOKS: [RegExp, StatusLook][] = [
  [/отклон|отказ|отмен|отозв|дубл|reject|declin|cancel|invalid|duplicat|won'?t/, { tone: 'red', is_over: true }],
  [/закры|архив|снят[аоы ]|clos|archiv/, { tone: 'grey', is_over: true }],
  [
    /готов[аоы]|реш[её]н|выполнен|исправлен|сделан|заверш|внедр|resolv|done|fixed|complet|deliver|released/,
    { tone: 'green', is_over: false },
  ],
  [/работ|разработ|тест|провер|progress|develop|test|review/, { tone: 'blue', is_over: false }],
]

/** The look of a status created from a word; that of new requests if the word is unknown. */
export function statusLookOf(word: string): StatusLook {
  const plain = folded(word)
  const found = NOT_YET.test(plain) ? undefined : STATUS_LOOKS.find(([beginning]) => beginning.test(plain))
  return found?.[1] ?? { tone: 'grey', is_over: false }
}
