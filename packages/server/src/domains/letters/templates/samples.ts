import { factorContent, passwordContent } from './account-letters.ts'
import {
  approvedForClient,
  approvedForStaff,
  createdForStaff,
  movedAsking,
  movedForClient,
  movedForStaff,
  sentForClient,
  sentForStaff,
  calledOffForClient,
  calledOffForStaff,
  resumedForClient,
  resumedForStaff,
  replacedForClient,
  withdrawnForClient,
  withdrawnForStaff,
  type AgreementFacts,
  type Around,
  type Asking,
} from './agreement-letters.ts'
import { digestContent, noticeContent } from './notice-letters.ts'
import {
  acceptedForClient,
  acceptedForStaff,
  declinedAsking,
  declinedForNow,
  declinedForStaff,
  declinedTelling,
  endedForOfferer,
  offeredForStaff,
} from './offer-letters.ts'
import { fetchContent, publishedContent, takenBackContent } from './publication-letters.ts'
import type { TemplateKey, LetterContent } from './register.ts'
import { mentionedContent } from './registry-letters.ts'
import { escalatedForClient, escalatedForStaff, remindedForClient, silentForStaff } from './reminder-letters.ts'
import { scopeAnew, scopeQuestion, scopeReturned, scopeReturnedAsking, scopeNotice } from './scope-letters.ts'
import { closedForAuthor, dueForStaff, threadLetterToClient, threadLetterToStaff } from './thread-letters.ts'
import { tryAgain } from './trial-letters.ts'
import { substituteContent } from './substitute-letters.ts'
import { talkContent } from './talk-letters.ts'
import { goneContent, switchedOffContent } from './webhook-letters.ts'

/** A sample of each letter, made by the code that makes the real ones, for administrators who change its wording. */

const TOKEN = 'proba'

const asking: Asking = {
  token: TOKEN,
  asker: { name: 'Мария Петрова', email: 'petrova@example.ru' },
  answer_by: '2026-03-11',
  requests: [
    { id: 20_118, e_title: 'Отгрузка по частям: остаток переносить на следующий день' },
    { id: 20_254, e_title: 'Печать накладной без повторного входа' },
    { id: 20_391, e_title: 'Отчёт об отгрузках за смену' },
  ],
  total: 5,
}

const agreement: AgreementFacts = {
  id: 1,
  open_release_id: 1,
  title: 'Учёт отгрузок 5.8',
  namecomp: 'АО «Северный порт»',
  releaseDate: '2026-03-20',
  releaseTime: '22:00',
  cancel_reason: 'Не успели проверить обмен с бухгалтерией',
  calendar_sequence: 1,
}
const around = (publicUrl: string): Around => ({
  publicUrl,
  at: '2026-03-06T06:30:00.000Z',
  day: '2026-03-06',
  actor: 'Мария Петрова',
})

const of = { agreement_id: agreement.id }
const moved = { ...of, from: { releaseDate: '2026-03-18', releaseTime: '21:00' } }
const offered = {
  ...of,
  offered: { releaseDate: '2026-03-25', releaseTime: '20:00', reason: 'В эту неделю сдаём отчётность' },
}
const declined = {
  ...offered,
  answer: 'В этот день идёт установка у другого клиента. Можем 26 марта.',
  asks: true,
}
const difference = {
  added: [{ kind: 'request' as const, id: 214, title: 'Печать накладных по складам', text: '' }],
  removed: [{ kind: 'request' as const, id: 198, title: 'Выгрузка остатков', text: '' }],
  changed: [{ kind: 'terms' as const, id: 0, title: 'Правила установки', before: '', after: '' }],
}
const remark = 'В эту ночь у нас инвентаризация.\nСможете после 23:00?'
const question = { remark, text: remark }
const answered = { remark, text: 'Сможем с 23:30. Подойдёт?' }
const withdrawn = {
  said: 'Релиз отменён',
  said_to_staff: 'Релиз отменён',
  reason: 'Обмен с бухгалтерией войдёт в следующий релиз',
}
const closed = { said: 'Релиз закрыт, устанавливать его не будут', reason: '' }
const reopened = { said: 'Релиз снова в работе', reason: '' }
const onBehalf = { ...of, on_behalf: true, note: 'Договорились по телефону с Ириной Орловой 5 марта' }
const byThemselves = { ...of, on_behalf: false, note: '' }

const SAMPLES: { [Key in TemplateKey]: (near: Around) => LetterContent } = {
  created_staff: (near) => createdForStaff(agreement, near),
  sent_client: (near) => sentForClient(agreement, near, asking),
  sent_staff: (near) => sentForStaff(agreement, near),
  approved_staff: (near) => approvedForStaff(byThemselves)(agreement, near),
  approved_for_client_staff: (near) => approvedForStaff(onBehalf)(agreement, near),
  approved_for_client: (near) => approvedForClient(onBehalf)(agreement, near),
  moved_client: (near) => movedForClient(moved)(agreement, near),
  moved_asking: (near) => movedAsking(moved)(agreement, near, asking),
  moved_staff: (near) => movedForStaff(moved)(agreement, near),
  remarked_staff: (near) => threadLetterToStaff(agreement, question, near, true),
  remark_client: (near) => threadLetterToClient(question, true)(agreement, near, TOKEN),
  answered_client: (near) => threadLetterToClient(answered, false)(agreement, near, TOKEN),
  answered_by_client: (near) => threadLetterToStaff(agreement, answered, near, false),
  closed_client: (near) => closedForAuthor(remark, 'Установка перенесена на 23:30')(agreement, near, null),
  remark_due: (near) => dueForStaff(agreement, { remark, due: '2026-03-11', owner: 'Мария Петрова' }, near),
  called_off_client: (near) => calledOffForClient(closed)(agreement, near),
  called_off_staff: (near) => calledOffForStaff(closed)(agreement, near),
  resumed_client: (near) => resumedForClient(reopened)(agreement, near),
  resumed_staff: (near) => resumedForStaff(reopened)(agreement, near),
  deleted_client: (near) => withdrawnForClient(withdrawn)(agreement, near),
  replaced_client: (near) => replacedForClient(withdrawn, agreement)(agreement, near),
  deleted_staff: (near) => withdrawnForStaff(withdrawn)(agreement, near),
  offered_staff: (near) => offeredForStaff(offered)(agreement, near),
  accepted_client: (near) => acceptedForClient(moved)(agreement, near, asking),
  accepted_staff: (near) => acceptedForStaff(moved)(agreement, near),
  declined_asking: (near) => declinedAsking(declined)(agreement, near, asking),
  declined_for_now: (near) =>
    declinedForNow(declined)({ ...agreement, provider_turn: true }, near, { ...asking, answer_by: null }),
  declined_telling: (near) => declinedTelling(declined)(agreement, near),
  offer_ended_client: (near) =>
    endedForOfferer('Ваша компания согласовала назначенную дату, и предложение больше не рассматривается.')(
      agreement,
      near,
    ),
  declined_staff: (near) => declinedForStaff(declined)(agreement, near),
  reminded_client: (near) => remindedForClient(agreement, near, asking),
  escalated_client: (near) => escalatedForClient('deputy', ['Ирина Орлова'])(agreement, near, asking),
  silent_staff: (near) => silentForStaff(['Ирина Орлова', 'Олег Смирнов'])(agreement, near),
  escalated_staff: (near) => escalatedForStaff('deputy', ['Олег Смирнов'])(agreement, near),
  scope_asked: (near) => scopeQuestion(difference)(agreement, near, asking),
  scope_anew: (near) => scopeAnew(difference)(agreement, near, asking),
  try_again_client: (near) =>
    tryAgain({ build: '5.8.3', requests: [{ id: 41, e_title: 'Печать формы' }] })(agreement, near, asking),
  scope_told: (near) => scopeNotice(difference)(agreement, near),
  scope_returned: (near) => scopeReturned(difference)(agreement, near),
  scope_returned_asked: (near) => scopeReturnedAsking(difference)(agreement, near, asking),
  publication_withdrawn: (near) =>
    takenBackContent(
      { id: 1, releases: ['2026.11 «Учёт и отчётность»'], reason: 'В сборку попал не тот модуль' },
      near,
    ),
  corrected: (near) =>
    publishedContent(
      { id: 2, text: 'Исправили выгрузку.', releases: ['2026.11 «Учёт и отчётность»'], corrects: 1 },
      near,
    ),
  published: (near) =>
    publishedContent(
      {
        id: 1,
        text: 'Перед установкой сделайте копию базы.\n\nВопросы – ответом на это письмо.',
        releases: ['Учёт отгрузок 5.8', 'Склад 3.1'],
      },
      near,
    ),
  mentioned: (near) =>
    mentionedContent(
      {
        entry_id: 1,
        number: 'СП-17',
        title: 'Выгрузка остатков по складам',
        namecomp: agreement.namecomp,
        comment: '@Олег Смирнов, посмотрите, пожалуйста, пример файла.',
      },
      near,
    ),
  fetch_reminder: (near) => fetchContent({ id: 17, releases: ['Складской учёт 5.8'], author: 'Мария Петрова' }, near),
  substitute: (near) => substituteContent({ away: 'Ирина Орлова', date_to: '2026-03-20' }, near),
  talk: (near) =>
    talkContent(
      { id: 4217, e_title: 'Выгрузка остатков по складам', namecomp: agreement.namecomp },
      [{ author_id: 1, name: 'Мария Петрова', text: 'Какие склады нужны в первую очередь?', internal: false }],
      false,
      near,
    ),
  password: (near) => passwordContent({ login: 'orlova', name: 'Ирина Орлова' }, near, TOKEN),
  second_factor: (near) => factorContent({ login: 'orlova', name: 'Ирина Орлова' }, near, 'добавлен: Телефон'),
  notice: (near) =>
    noticeContent(
      {
        title: 'Релиз 1 «Учёт отгрузок 5.8»',
        text: 'Плановая дата: 18.03.2026 → 20.03.2026',
        because: 'вы следите за этим',
        href: '/releases/1',
      },
      near,
    ),
  digest: (near) =>
    digestContent(
      {
        day: near.day,
        lines: [
          ['Релиз 1 «Учёт отгрузок 5.8»', 'Плановая дата: 18.03.2026 → 20.03.2026'],
          ['Согласование 4', 'Клиент оставил замечание'],
        ],
        total: 12,
      },
      near,
    ),
  webhook_gone: (near) => goneContent({ url: 'https://help.example.ru/hooks/vypusk' }, near),
  switched_off: (near) => switchedOffContent({ url: 'https://help.example.ru/hooks/vypusk' }, near),
}

/** A letter with plausible data; its links lead nowhere. */
export const sampleOf = (key: TemplateKey, publicUrl: string): LetterContent => SAMPLES[key](around(publicUrl))
