import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { agreements, releases, requests } from '@vypusk/contract'
import { errorsOf, fieldSentence } from './field-sentences.ts'

beforeAll(() => void z.config({ localeError: fieldSentence }))

const sentenceOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message
const create = requests.createRequest.body
const filled = { module: 1, type: 1, e_title: 'Акты' }
const release = { title: 'Касса 8', start_date: '2026-03-02', plan_date: '2026-03-02' }
const agreement = { release_id: 1, company_id: 1 }

test.each([
  [create, { ...filled, e_title: undefined }, 'Заполните поле'],
  [create, { ...filled, e_title: '  ' }, 'Заполните поле'],
  [create, { ...filled, e_title: 'я'.repeat(501) }, 'Не длиннее 500 символов'],
  [create, { ...filled, module: undefined }, 'Заполните поле'],
  [create, { ...filled, module: 'Акты' }, 'Нужно число'],
  [create, { ...filled, module: { idmod: 0 } }, 'Больше 0'],
  [create, { ...filled, module: {} }, 'Заполните поле'],
  [releases.releaseSave, { ...release, companies: ['1'] }, 'Нужно число'],
  [releases.releaseSave, { ...release, requests: [2 ** 31] }, 'Не больше 2\u00a0147\u00a0483\u00a0647'],
  [releases.list.body, { isDesc: 1 }, 'Нужно true или false'],
  [requests.backlogSummary.body, { isPaid: 3 }, 'Не больше 2'],
  [requests.backlogSummary.body, { isPaid: 'да' }, 'Нужен список'],
  [agreements.add.body, { ...agreement, releaseTime: '24:00' }, 'Время: ЧЧ:ММ'],
  [agreements.add.body, { ...agreement, releaseTime: 9 }, 'Нужен текст'],
  [agreements.update.body, { updateTarget: 6 }, 'Одно из: 0, 1, 2, 3, 4, 5'],
  [agreements.update.body, {}, 'Заполните поле'],
  [agreements.update.body, { updateTarget: null }, 'Заполните поле'],
  [create, { ...filled, urgency: 'высокая' }, 'Нужно число'],
  [create, { ...filled, urgency: 1.5 }, 'Нужно целое число'],
  [create, { ...filled, urgency: 0 }, 'Не меньше 1'],
  [create, { ...filled, files: 1 }, 'Нужен список'],
  [create, 'заявка', 'Нужен объект JSON'],
  [requests.saveBacklog.body, { request_id: 0 }, 'Больше 0'],
  [requests.saveBacklog.body, { request_id: 1, planned_time: 600_001 }, 'Не больше 600\u00a0000'],
  [requests.saveBacklog.body, { request_id: 1, inBacklog: 'да' }, 'Нужно true или false'],
  [requests.saveManyBacklog.body, { requests: [] }, 'Выберите хотя бы одно значение'],
  [requests.backlogSummary.body, { date_from: '05.03.2026' }, 'Дата: ГГГГ-ММ-ДД'],
  [requests.backlogSummary.body, { date_from: '2027-02-29' }, 'Такого дня в календаре нет'],
  [requests.requestsList.query, { limit: 'много' }, 'Нужно число'],
  [requests.requestsList.query, { free: 'да' }, 'Нужно true или false'],
  [z.enum(['id', 'e_title']), 'name', 'Одно из: id, e_title'],
  [z.email(), 'иванов', 'Адрес почты: имя@example.ru'],
  [z.string().regex(/^1$/, 'Только единица'), '2', 'Только единица'],
])('%#: a refused field gets a sentence about what is expected', (schema, value, sentence) =>
  expect(sentenceOf(schema as z.ZodType, value)).toBe(sentence),
)

const LARGEST_ID = 'Не больше 2\u00a0147\u00a0483\u00a0647'

test.each([
  [requests.saveBacklog.body, { request_id: 1, planned_time: 2 ** 53 }, { planned_time: ['Не больше 600\u00a0000'] }],
  [requests.saveBacklog.body, { request_id: 1, planned_time: -(2 ** 53) }, { planned_time: ['Не меньше 0'] }],
  [requests.saveBacklog.body, { request_id: -(2 ** 53) }, { request_id: ['Больше 0'] }],
  [requests.saveManyBacklog.body, { requests: [2 ** 53] }, { 'requests.0': [LARGEST_ID] }],
  [releases.releaseSave, { ...release, requests: [1e300] }, { 'requests.0': [LARGEST_ID] }],
  [create, { ...filled, type: { id: 2 ** 53 } }, { type: [LARGEST_ID] }],
  [
    z.object({ order: z.int() }),
    { order: 2 ** 53 },
    { order: ['Не больше 9\u00a0007\u00a0199\u00a0254\u00a0740\u00a0991'] },
  ],
])('%#: a number beyond all bounds is refused by the bound of its field', (schema, value, errors) =>
  expect(errorsOf((schema as z.ZodType).safeParse(value).error?.issues ?? [])).toEqual(errors),
)
