import type { Template } from './wording.ts'

const THREAD = {
  релиз: 'название релиза',
  компания: 'компания-клиент',
  кто: 'кто это сделал',
  замечание: 'с чего началось замечание',
} as const

const ABOUT = '{релиз} – {компания}'
const TO_AGREEMENT = 'Открыть согласование'
const TO_ANSWER = 'Прочитать и ответить'

/** Letters about remarks: what each side says to the other. */
export const threadTemplates = {
  remark_client: {
    id: 72,
    name: 'Вопрос поставщика',
    about: 'Получателям клиента, когда сотрудник написал замечание к согласованию, о котором им уже писали',
    placeholders: { ...THREAD, текст: 'что написано' },
    required: ['текст'],
    subject: `Вопрос по релизу: ${ABOUT}`,
    heading: 'Поставщик задаёт вопрос',
    text: '{кто} пишет:\n\n{текст}',
    button: TO_ANSWER,
  },
  answered_client: {
    id: 73,
    name: 'Ответ на замечание',
    about: 'Тем со стороны клиента, кто писал замечание или отвечал на него, когда ответил сотрудник',
    placeholders: { ...THREAD, текст: 'что написано' },
    required: ['текст'],
    subject: `Ответ на замечание: ${ABOUT}`,
    heading: 'Вам ответили на замечание',
    text: '{кто} пишет:\n\n{текст}',
    button: TO_ANSWER,
  },
  answered_by_client: {
    id: 74,
    name: 'Клиент ответил в замечании',
    about: 'Тому, кто отвечает за замечание, и сотрудникам релиза, когда клиент ответил',
    placeholders: { ...THREAD, текст: 'что написано' },
    required: ['текст'],
    subject: `Ответ клиента: ${ABOUT}`,
    heading: 'Клиент ответил',
    text: '{кто} пишет:\n\n{текст}',
    button: TO_AGREEMENT,
  },
  closed_client: {
    id: 75,
    name: 'Замечание закрыто',
    about: 'Автору замечания, когда его закрыл сотрудник',
    placeholders: { ...THREAD, причина: 'почему закрыто' },
    required: ['причина'],
    subject: `Замечание закрыто: ${ABOUT}`,
    heading: 'Ваше замечание закрыто',
    text: 'Замечание закрыл сотрудник {кто}.\n\nПричина: {причина}\n\nЕсли вы не согласны, откройте замечание снова или напишите новое.',
    button: 'Открыть релиз',
  },
  remark_due: {
    id: 76,
    name: 'Замечание ждёт ответа',
    about: 'Тому, кто отвечает за замечание, за рабочий день до срока и после него, потом сотрудникам релиза',
    placeholders: { ...THREAD, срок: 'до какого дня нужно ответить', отвечает: 'кто отвечает за замечание' },
    subject: `Замечание ждёт ответа: ${ABOUT}`,
    heading: 'Замечание ждёт ответа',
    text: 'Ответить нужно до {срок}. Отвечает {отвечает}.\n\n{замечание}',
    button: TO_AGREEMENT,
  },
} as const satisfies Record<string, Template>
