import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { requests } from '@vypusk/contract'
import { fieldSentence } from './field-sentences.ts'

beforeAll(() => void z.config({ localeError: fieldSentence }))

const sentenceOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message
const create = requests.createRequest.body
const filled = { module: 1, type: 1, e_title: 'Акты' }

test.each([
  [create, { ...filled, e_title: undefined }, 'Заполните поле'],
  [create, { ...filled, e_title: '  ' }, 'Заполните поле'],
  [create, { ...filled, e_title: 'я'.repeat(501) }, 'Не длиннее 500 символов'],
  [create, { ...filled, module: undefined }, 'Заполните поле'],
  [create, { ...filled, module: 'Акты' }, 'Значение не подходит'],
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
  [requests.requestsList.query, { limit: 'много' }, 'Нужно число'],
  [z.enum(['id', 'e_title']), 'name', 'Одно из: id, e_title'],
  [z.email(), 'иванов', 'Адрес почты: имя@example.ru'],
  [z.string().regex(/^1$/, 'Только единица'), '2', 'Только единица'],
])('%#: a refused field gets a sentence about what is expected', (schema, value, sentence) =>
  expect(sentenceOf(schema as z.ZodType, value)).toBe(sentence),
)
