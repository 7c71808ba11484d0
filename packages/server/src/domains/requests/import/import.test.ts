import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { requests } from '@vypusk/contract'
import { present } from '../../../testing/present.ts'
import { type Api } from '../../../testing/app.ts'
import { withFile } from '../../../testing/file.ts'
import { makeModule } from '../../../testing/making/make.ts'
import { importing, type Importing } from '../../../testing/importing.ts'
import { readMapping } from './rows/columns.ts'
import { importRequests, type ImportOrder } from './import-requests.ts'
import { reportLines } from './report.ts'

let world: Importing
let manager: Api
let source: string
beforeAll(async () => {
  world = await importing()
  manager = await world.product.as('manager')
})
afterAll(() => world.close())
beforeEach(({ task }) => {
  source = task.id
})

const run = (file: string | Uint8Array, more: Partial<ImportOrder> = {}) =>
  world.takeFile(file, { source, module: world.people.module, ...more })
const rows = () => world.db.selectFrom('requests').selectAll().where('source', '=', source).orderBy('id').execute()
const counts = async () => {
  const count = (table: 'history' | 'events' | 'requests' | 'companies' | 'modules') =>
    world.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  const all = await Promise.all((['history', 'events', 'requests', 'companies', 'modules'] as const).map(count))
  return all.map(({ count: one }) => one)
}

const FILE = `issuekey,title,description,hours
BAM-1,"Печать ""акта"", второй лист","Строка один
строка два, <b>жирно</b> & <script>alert(1)</script>",3
BAM-2,"ALLOW 100% of ' and \\ in names",NULL,2.5

BAM-3,Без часов,"{noformat} текст	с табуляцией {noformat}",NULL
`

describe('a file', () => {
  test('is imported with its quotes, markup, line breaks and NULL', async () => {
    const report = await run(FILE)
    expect(report).toMatchObject({ rows: 3, created: 3, updated: 0, same: 0, bad: [], notes: [], encoding: 'UTF-8' })
    expect((await rows()).map((row) => [row.source_key, row.e_title, row.planned_time, row.inBacklog])).toEqual([
      ['BAM-1', 'Печать "акта", второй лист', 180, false],
      ['BAM-2', "ALLOW 100% of ' and \\ in names", 150, false],
      ['BAM-3', 'Без часов', null, null],
    ])
    expect((await rows()).map(({ text }) => text)).toEqual([
      'Строка один\nстрока два, <b>жирно</b> & <script>alert(1)</script>',
      '',
      '{noformat} текст	с табуляцией {noformat}',
    ])
    const { data } = (await manager(requests.backlogSummary, { body: { search_string: '100% of' } })).body
    expect(data).toMatchObject([
      { company: { idcomp: world.people.company1 }, author: { id: world.people.admin }, status: { id: 1 } },
    ])
    // More than are listed in an event: receivers read everything again.
    const events = await world.db.selectFrom('events').select(['kind', 'entity', 'data']).execute()
    expect(events).toEqual([{ kind: 'many_changed', entity: 'all', data: { of: 'request', ids: [] } }])
  })

  test('imported twice changes nothing, not even what people changed meanwhile', async () => {
    await run(FILE)
    const [first] = await rows()
    const { id } = present(first)
    await manager(requests.saveBacklog, { body: { request_id: id, planned_time: 999 } })
    const before = [await counts(), await rows()]
    expect(await run(FILE)).toMatchObject({ created: 0, updated: 0, same: 3 })
    expect([await counts(), await rows()]).toEqual(before)
    expect((await rows())[0]).toMatchObject({ planned_time: 999 })
  })

  test('with changes brings only its changes, with history', async () => {
    await run(FILE)
    const [first, second] = await rows()
    await manager(requests.saveBacklog, { body: { request_id: present(first).id, planned_time: 999 } })
    const changed = FILE.replace('второй лист', 'третий лист').replace('names",NULL,2.5', 'names",NULL,NULL')
    expect(await run(changed)).toMatchObject({ created: 0, updated: 2, same: 1 })
    expect((await rows()).map(({ e_title, planned_time }) => [e_title, planned_time])).toEqual([
      ['Печать "акта", третий лист', 999],
      ["ALLOW 100% of ' and \\ in names", null],
      ['Без часов', null],
    ])
    const { history, version } = (await manager(requests.getRequest, { params: { id: present(first).id } })).body
    expect(history[0]).toMatchObject({
      field: 'e_title',
      before: 'Печать "акта", второй лист',
      after: 'Печать "акта", третий лист',
      via: 'import',
    })
    expect(version).toBe(3)
    const stale = await manager(requests.saveBacklog, {
      body: { request_id: present(second).id, priority: 1, version: 1 },
    })
    expect(stale.status).toBe(409)
  })

  test('in a dry run reports the same and writes nothing', async () => {
    const before = await counts()
    const bad = FILE.replace('Без часов', '').replace('2.5', 'много')
    const report = await run(bad, { dryRun: true, company: undefined, module: undefined })
    expect(report).toMatchObject({ rows: 3, created: 1, placement: { company: { id: null }, module: { id: null } } })
    expect(report.bad).toEqual([
      { line: 4, reason: 'часы «много»: нужно число или ЧЧ:ММ (колонка «hours»)' },
      { line: 6, reason: 'нет названия (колонка «title»)' },
    ])
    expect(await counts()).toEqual(before)
    const lines = reportLines(report, { file: 'f.csv', author: 'Анна', dryRun: true })
    expect(lines).toContain('  строка 4: часы «много»: нужно число или ЧЧ:ММ (колонка «hours»)')
    expect(lines.at(-1)).toBe('Пробный прогон: ничего не записано')
  })

  test('imported twice at once is imported once', async () => {
    const reports = await Promise.all(Array.from({ length: 5 }, () => run(FILE)))
    expect(reports.map(({ created }) => created).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 3])
    expect(await rows()).toHaveLength(3)
  })

  test('does not restore requests deleted here', async () => {
    await run(FILE)
    await world.db
      .updateTable('requests')
      .set({ deleted_at: '2026-03-06T00:00:00Z' })
      .where('source', '=', source)
      .execute()
    expect(await run(FILE)).toMatchObject({ created: 0, updated: 0, same: 0, deleted: 3 })
  })

  test('is all or nothing when the database rejects it', async () => {
    const before = await counts()
    const nobody = { ...world.actor, person: { ...world.actor.person, id: 999_999 } }
    const asNobody = (path: string) => importRequests(nobody, { path, source, mapping: {}, dryRun: false })
    await expect(withFile(FILE, asNobody)).rejects.toThrow('requests_author_fk')
    expect(await counts()).toEqual(before)
  })
})

describe('places', () => {
  test('by default are the import’s own, created once', async () => {
    const own = { company: undefined, module: undefined }
    await run(FILE, own)
    await run(FILE.replaceAll('BAM', 'CAM'), own)
    const { data } = (await manager(requests.backlogSummary, { body: { search_string: 'Без часов', per_page: 2 } }))
      .body
    expect(data.map(({ company, module }) => [company.namecomp, module.system, module.namemod])).toEqual([
      ['Импорт', 'Импорт', source],
      ['Импорт', 'Импорт', source],
    ])
  })

  test('a client sees what was imported for its company', async () => {
    await run(FILE)
    const client = await world.product.as('client1')
    const { data } = (await client(requests.tickets, { body: { search_string: 'акта' } })).body
    expect(data.length).toBeGreaterThan(0)
    expect(data.every(({ backlog_request }) => backlog_request === null)).toBe(true)
  })

  test('that do not exist are refused', async () => {
    await expect(run(FILE, { company: 999_999 })).rejects.toThrow('Компании с номером 999999 нет')
    await expect(run(FILE, { module: 999_999, dryRun: true })).rejects.toThrow('Модуля с номером 999999 нет')
  })

  test('and modules of a hidden system are refused and not found by name', async () => {
    const { db } = world.product.deps
    const idmod = await makeModule(db, [world.people.company1], { namemod: 'Спрятанный' })
    const system = db.selectFrom('modules').select('idsys').where('idmod', '=', idmod)
    const deleted_at = '2026-01-01T00:00:00.000Z'
    await db.updateTable('systems').set({ deleted_at }).where('idsys', '=', system).execute()
    await expect(run(FILE, { module: idmod, dryRun: true })).rejects.toThrow(`Модуля с номером ${idmod} нет`)
    const report = await run('ключ,название,модуль\nС-1,Заявка,Спрятанный', { dryRun: true })
    expect(report.reading.values.words.get('module')).toMatchObject([{ word: 'Спрятанный', how: 'default' }])
  })
})

describe('columns', () => {
  test('in Windows-1251 with semicolons, in Russian, with every field', async () => {
    const text =
      'Номер;Тема;Статус;Тип;Приоритет;Срочность;Платная;Создана;Трудоёмкость;Модуль\r\n' +
      '7;Отчёт о долгах;в работе;Ошибка;Высокий;Критично;да;05.02.2026 14:30;01:30;\r\n' +
      '8;Ёлка;Closed;Bug;5;2;нет;2026-02-06;0,5;\r\n'
    const report = await run(inWindows1251(text))
    expect(report).toMatchObject({ encoding: 'Windows-1251', separator: ';', created: 2, bad: [] })
    const fields = (await rows()).map((row) => [
      row.e_title,
      row.status_id,
      row.type_id,
      row.priority,
      row.urgency,
      row.isPaid,
      row.created_at,
      row.planned_time,
    ])
    expect(fields).toEqual([
      ['Отчёт о долгах', 3, 2, 4, 4, true, '2026-02-05T14:30:00.000Z', 90],
      ['Ёлка', 5, 2, 5, 2, false, '2026-02-06T00:00:00.000Z', 30],
    ])
  })

  test.each([
    ['UTF-8', (text: string) => new TextEncoder().encode(text)],
    ['Windows-1251', inWindows1251],
    ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ])('in %s, longer than one chunk', async (encoding, encoded) => {
    // Two-byte letters after an odd number of single bytes: some letter is split by the end of a chunk.
    const lines = Array.from({ length: 1500 }, (_, n) => `${n};я${'заявка '.repeat(n % 20)}\r\n`)
    const report = await run(encoded(`key;title\r\n${lines.join('')}`))
    expect(report).toMatchObject({ encoding, rows: 1500, created: 1500, bad: [] })
    const kept = (await rows()).map(({ source_key, e_title }) => `${source_key};${e_title}`)
    expect(kept).toEqual(lines.map((line) => line.trim()))
  })

  test('given by --map take precedence and are remembered by the header row', async () => {
    const file = 'a,b,title\n1,Из колонки b,из title\n'
    await expect(run(file)).rejects.toThrow('Не найдена колонка с ключом заявки')
    await run(file, { mapping: readMapping(['source_key=a', 'e_title=B']) })
    expect((await rows())[0]).toMatchObject({ source_key: '1', e_title: 'Из колонки b' })
    const again = await run(file.replace('1,Из', '2,Ещё из'))
    expect(again).toMatchObject({ created: 1, mapping: { source_key: 'a', e_title: 'B' } })
    expect((await rows())[1]).toMatchObject({ e_title: 'Ещё из колонки b' })
    await run(file.replace('1,', '3,'), { mapping: readMapping(['e_title=title']) })
    expect((await rows())[2]).toMatchObject({ e_title: 'из title' })
  })

  test('given wrongly are refused with the existing ones', async () => {
    expect(() => readMapping(['нечто=a'])).toThrow('поле одно из source_key')
    expect(() => readMapping(['e_title'])).toThrow('нужно поле=колонка')
    await expect(run(FILE, { mapping: { e_title: 'нет' } })).rejects.toThrow(
      'В файле нет колонки «нет». Есть: issuekey',
    )
    await expect(run('x,y\n1,2\n')).rejects.toThrow('Не найдена колонка с названием заявки')
    await expect(run('')).rejects.toThrow('Файл пуст')
    await expect(run('key,title\n1,"не закрыта\n')).rejects.toThrow('не закрыта кавычка')
  })
})

test('a very long title is shortened, whole in the text, and reported', async () => {
  const title = `Очень длинное название ${'я'.repeat(600)}`
  const report = await run(`key,title,text\n1,${title},Текст\n2,${title},\n`)
  expect(report.notes.map(({ line }) => line)).toEqual([2, 3])
  const [first, second] = await rows()
  expect(first?.e_title).toBe(`${title.slice(0, 499)}…`)
  expect([first?.text, second?.text]).toEqual([`${title}\n\nТекст`, title])
  expect((await run(`key,title,text\n1,${title},Текст\n2,${title},\n`)).same).toBe(2)
})

test.each([
  ['1,а,9,', 'ячеек 4 вместо 3: проверьте кавычки и разделители'],
  ['1,а', 'ячеек 2 вместо 3: проверьте кавычки и разделители'],
  [',а,1', 'нет ключа (колонка «Key»)'],
  ['1,,-1', 'нет названия (колонка «title»); часы «-1»: от 0 до 10000 (колонка «hours»)'],
  ['1,NULL,10001', 'нет названия (колонка «title»); часы «10001»: от 0 до 10000 (колонка «hours»)'],
  ['0,а,1', 'ключ «0» уже есть в строке 2 (колонка «Key»)'],
  [`${'к'.repeat(201)},а,1`, 'ключ длиннее 200 символов (колонка «Key»)'],
  [`1,а,${'ы'.repeat(101)}`, `часы «${'ы'.repeat(99)}…»: нужно число или ЧЧ:ММ (колонка «hours»)`],
])('a bad row is left out and reported: %s', async (line, reason) => {
  const report = await run(`Key,title,hours\n0,Хорошая,1\n${line}\n2,И эта,\n`)
  expect(report).toMatchObject({ created: 2, bad: [{ line: 3, reason }] })
})

/** The letters of Windows-1251 that the tests need. */
function inWindows1251(text: string): Uint8Array {
  const byteOf = (letter: string) => {
    const code = letter.codePointAt(0) ?? 0
    if (letter === 'ё') return 0xb8
    if (letter === 'Ё') return 0xa8
    return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code
  }
  return Uint8Array.from(text, byteOf)
}
