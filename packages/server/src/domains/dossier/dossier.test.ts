import { unzipSync, zipSync } from 'fflate'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { dossierArchive, dossiers, trials, type dossier } from '@vypusk/contract'
import { eraseTexts } from '../../platform/erasing.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { NOBODY } from '../../platform/person.ts'
import { recordAsBefore } from '../../testing/agreements.ts'
import { livedRelease, openedDossier, sumOf, textOf, verified } from '../../testing/dossiers.ts'
import { letterWorld, linkOf, send } from '../../testing/letters.ts'
import { newScope } from '../../testing/making/scopes.ts'

const world = letterWorld()
let release_id: number
let files: dossier.Files
let zipped: Buffer
let link: string

beforeAll(async () => {
  ;({ release_id } = await livedRelease(world))
  link = linkOf(world, 'client1@example.ru')
  const opened = await openedDossier(world.manager, release_id)
  ;({ files } = opened)
  zipped = opened.reply.raw
})

/** The records of a dossier, parsed. */
const records = (of: dossier.Files) =>
  textOf(of, 'records.jsonl')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

test('is a zip with a document, records, letters, the scope and checksums, and verifies', async () => {
  const { reply } = await openedDossier(world.manager, release_id)
  expect(reply.headers['content-type']).toBe('application/zip')
  expect(decodeURIComponent(String(reply.headers['content-disposition']))).toContain(`Досье релиза ${release_id}.zip`)
  const names = [...files.keys()]
  expect(names).toEqual(
    expect.arrayContaining([
      'README.txt',
      'dossier.docx',
      'dossier.json',
      'evidence.json',
      'records.jsonl',
      'SHA256SUMS',
    ]),
  )
  expect(names.filter((name) => /^scopes\/[0-9a-f]{64}\.json$/.test(name))).not.toEqual([])
  const verdict = verified(files)
  expect(verdict.faults).toEqual([])
  expect(verdict.companies).toMatchObject([{ fault: null, closed: 0, erased: 0 }])
  expect(verdict.companies[0]!.records).toBe(records(files).length)
  expect(JSON.parse(textOf(files, 'evidence.json'))[0].handed[0].files[0]).toMatchObject({ file_name: 'update.zip' })
})

test('holds the letters as they were sent, with links and addresses removed', () => {
  const letters = JSON.parse(textOf(files, 'letters/letters.json'))
  const asking = letters.find(({ to }: { to: { address: string }[] }) =>
    to.some((one) => one.address === 'client1@example.ru'),
  )
  const [html, text] = ['html', 'txt'].map((kind) => textOf(files, `letters/${asking.id}.${kind}`))
  expect(text).toContain('[ссылка убрана]')
  for (const name of files.keys()) expect(textOf(files, name)).not.toContain(link)
  expect(html).not.toMatch(/href|https?:/)
})

describe('of a client', () => {
  test('has hashes in place of the provider’s own records, and verifies', async () => {
    const own = await openedDossier(world.client1, release_id)
    const verdict = verified(own.files)
    expect(verdict.faults).toEqual([])
    expect(verdict.companies[0]!.closed).toBeGreaterThan(1)
    expect(verdict.companies[0]!.hash).toBe(verified(files).companies[0]!.hash)
    for (const name of own.files.keys()) {
      expect(textOf(own.files, name)).not.toMatch(/tainoe@|Между собой|нового директора/)
    }
    const fields = records(files).map(({ field }) => field)
    expect(fields).toEqual(expect.arrayContaining(['recipientsExtra', 'ladder', 'internal']))
    expect(textOf(own.files, 'records.jsonl')).toContain('Печать стоит')
    // People who only appear in closed records are not named either.
    const named = (of: dossier.Files) => Object.keys(verified(of).dossier.people)
    expect(named(files)).toContain(String(world.people.admin))
    expect(named(own.files)).not.toContain(String(world.people.admin))
  })

  test('has digests in place of texts that repeat the note of a closed record of the same change', async () => {
    const lived = await livedRelease(world)
    await recordAsBefore(world, lived.agreement_id, 'У Невы тоже переезд')
    const [own, whole] = [
      await openedDossier(world.client1, lived.release_id),
      await openedDossier(world.manager, lived.release_id),
    ]
    expect(verified(own.files).faults).toEqual([])
    const moved = (of: dossier.Files) => records(of).findLast(({ field }) => field === 'releaseDate')
    expect(moved(whole.files)).toMatchObject({ after: '2027-07-06', note: 'У Невы тоже переезд' })
    expect(moved(own.files)).toMatchObject({ after: null, note: null, salt: null })
    for (const name of own.files.keys()) expect(textOf(own.files, name)).not.toContain('У Невы')
  })

  test('is not available to others', async () => {
    const other = await world.product.as('client2')
    expect((await other(dossiers.get, { params: { id: release_id }, query: {} })).status).toBe(404)
    const opened = await openedDossier(world.client1, release_id, world.people.company2)
    expect(verified(opened.files).companies.map(({ chain }) => chain)).toEqual([
      `${release_id}/${world.people.company1}`,
    ])
  })
})

test('staff get the dossier of one company; there is none of a company without a part in the release', async () => {
  const { people, manager } = world
  const one = await openedDossier(manager, release_id, people.company1)
  expect(verified(one.files).companies).toHaveLength(1)
  const none = await manager(dossiers.get, { params: { id: release_id }, query: { company: people.company2 } })
  expect(none.status).toBe(404)
  expect((await manager(dossiers.get, { params: { id: 999_999 }, query: {} })).status).toBe(404)
})

test('the files that a company was handed stay in the dossier of staff when the release is hidden', async () => {
  const { db } = world.product.deps
  const show = (is_visible_for_client: boolean) =>
    db.updateTable('releases').set({ is_visible_for_client }).where('id', '=', release_id).execute()
  await show(false)
  const { files: later } = await openedDossier(world.manager, release_id)
  await show(true)
  expect(textOf(later, 'evidence.json')).toBe(textOf(files, 'evidence.json'))
})

test('of a hidden release a client gets neither the scope nor titles of requests, and of no release those of others', async () => {
  const { db } = world.product.deps
  const { people, manager, client1 } = world
  const made = await newScope(world)
  await send(world, made.id)
  await manager(trials.setBuild, { params: { id: made.id }, body: { build: '5.8.2' } })
  await client1(trials.tell, { params: { id: made.id }, body: { request_id: made.request, verdict: 'works' } })
  const scopesIn = (of: dossier.Files) => [...of.keys()].filter((name) => name.startsWith('scopes/'))
  const titleIn = (of: dossier.Files) => JSON.parse(textOf(of, 'evidence.json'))[0].trials[0].title
  const shown = await openedDossier(client1, made.release_id)
  expect(scopesIn(shown.files)).toHaveLength(1)
  expect(titleIn(shown.files)).toMatch(/^Заявка/)

  await db.updateTable('releases').set({ is_visible_for_client: false }).where('id', '=', made.release_id).execute()
  const hidden = await openedDossier(client1, made.release_id)
  expect(scopesIn(hidden.files)).toEqual([])
  expect(titleIn(hidden.files)).toBe('')
  expect(verified(hidden.files).faults).toEqual([])
  const ofStaff = await openedDossier(manager, made.release_id)
  expect(scopesIn(ofStaff.files)).toHaveLength(1)
  expect(titleIn(ofStaff.files)).toMatch(/^Заявка/)

  await db.updateTable('requests').set({ idcomp: people.company2 }).where('id', '=', made.request).execute()
  await db.updateTable('releases').set({ is_visible_for_client: true }).where('id', '=', made.release_id).execute()
  expect(titleIn((await openedDossier(client1, made.release_id)).files)).toBe('')
})

/** The dossier with one file replaced, and its checksum too if `hidesIt`. */
function changed(name: string, text: string, hidesIt = true): dossier.Files {
  const bytes = new TextEncoder().encode(text)
  const sums = textOf(files, 'SHA256SUMS')
    .split('\n')
    .map((line) => (line.endsWith(`  ${name}`) ? `${sumOf(bytes)}  ${name}` : line))
  const all = new Map(files).set(name, bytes)
  return hidesIt ? all.set('SHA256SUMS', new TextEncoder().encode(sums.join('\n'))) : all
}

describe('tampering is found and named', () => {
  const lines = () => textOf(files, 'records.jsonl').split('\n').filter(Boolean)
  const ofRecords = (change: (all: string[]) => string[]) =>
    verified(changed('records.jsonl', change(lines()).join('\n')))
  const swapped = (all: string[], a: number, b: number) =>
    all.map((line) => {
      const record = JSON.parse(line)
      const seq = record.seq === a ? b : record.seq === b ? a : record.seq
      return JSON.stringify({ ...record, seq })
    })

  test('a record closed in a dossier for staff, with all checksums made again', () => {
    const [, { chain, seq, prev, hash }] = records(files)
    const line = JSON.stringify({ chain, seq, prev, hash, closed: true })
    expect(ofRecords((all) => all.with(1, line)).faults).toEqual([expect.stringMatching(/: закрыто записей: 1, хотя/)])
  })

  test.each([
    [
      'a flipped byte of a text',
      (all: string[]) => all.with(2, all[2]!.replace(/"after":("[^"]|\[|true|\d)/, '"after":7,"_":$1')),
      /Строка 3 файла records.jsonl не читается/,
    ],
    [
      'another value',
      (all: string[]) => all.with(2, JSON.stringify({ ...JSON.parse(all[2]!), after: 'подделка' })),
      /запись 3 изменена$/,
    ],
    [
      'another doer',
      (all: string[]) => all.with(4, JSON.stringify({ ...JSON.parse(all[4]!), user_id: 1_000 })),
      /запись 5 изменена$/,
    ],
    ['a missing record', (all: string[]) => all.toSpliced(3, 1), /записи 4 нет$/],
    ['the last record missing', (all: string[]) => all.slice(0, -1), /записи \d+ нет$/],
    ['two swapped', (all: string[]) => swapped(all, 2, 4), /на месте записи 2 стоит другая$/],
    [
      'one added',
      (all: string[]) => [...all, all[1]!.replace(/"note":[^,]+/, '"note":"подделка"')],
      /запись 2 добавлена не системой$/,
    ],
    [
      'one added at the end',
      (all: string[]) => [...all, JSON.stringify({ ...JSON.parse(all.at(-1)!), seq: all.length + 1 })],
      /запись \d+ добавлена не системой$/,
    ],
  ])('%s', (_, change, sentence) => {
    const { isWhole, faults } = ofRecords(change)
    expect(isWhole).toBe(false)
    expect(faults[0]).toMatch(sentence)
  })

  test('a letter, when the checksums of the others are right', () => {
    const letter = [...files.keys()].find((name) => /^letters\/\d+\.html$/.test(name))!
    expect(verified(changed(letter, 'иначе', false)).faults).toEqual([`Файл ${letter} изменён`])
  })

  test('a scope, even when the checksums were replaced as well', () => {
    const scope = [...files.keys()].find((name) => name.startsWith('scopes/'))!
    expect(verified(changed(scope, '{}')).faults).toEqual([`Состав релиза ${scope} не тот, что согласован`])
  })

  test('a file that was removed, and one that was added', () => {
    const all = new Map(files).set('letters/0.html', new Uint8Array())
    all.delete('evidence.json')
    expect(verified(all).faults).toEqual(['Файла evidence.json нет', 'Файл letters/0.html добавлен'])
  })

  test.each([
    ['a mark between sum and name', (sums: string) => sums.replace('  ', ' *'), 'Строка 1 файла SHA256SUMS изменена'],
    ['a line without a sum', (sums: string) => `# сверено\n${sums}`, 'Строка 1 файла SHA256SUMS изменена'],
    ['a line twice', (sums: string) => sums + sums.slice(0, sums.indexOf('\n') + 1), 'Файл SHA256SUMS изменён'],
    ['the last line cut', (sums: string) => sums.trimEnd(), 'Файл SHA256SUMS изменён'],
  ])('the list of checksums: %s', (_, change, sentence) => {
    const sums = textOf(files, 'SHA256SUMS')
    const all = new Map(files).set('SHA256SUMS', new TextEncoder().encode(change(sums)))
    expect(verified(all).faults[0]).toBe(sentence)
  })

  test('an added file with a name that no object keeps', () => {
    const zip = Buffer.from(zipSync({ ...unzipSync(zipped), AAAAAAAAA: new Uint8Array(1) }))
    for (let at = zip.indexOf('AAAAAAAAA'); at > 0; at = zip.indexOf('AAAAAAAAA')) zip.write('__proto__', at)
    const opened = dossierArchive.openArchive(zip, unzipSync)
    expect(verified(opened.files).faults).toEqual(['Файл __proto__ добавлен'])
  })

  test('a file that is no dossier', () => {
    expect(() => verified(new Map())).toThrow('нет файла dossier.json')
  })
})

test('a dossier with an erased text still verifies', async () => {
  const { db } = world.product.deps
  const lived = await livedRelease(world)
  const chain = `${lived.release_id}/${world.people.company1}`
  const { rows } = await sql<{ id: number }>`select id from history where chain = ${chain} and note is not null or
    (chain = ${chain} and after::text like '%Печать стоит%')`.execute(db)
  const actor = { deps: world.product.deps, person: { ...NOBODY, id: world.people.manager } }
  await inTransaction(actor, (tx) =>
    eraseTexts(
      tx,
      rows.map(({ id }) => id),
    ),
  )
  const after = await openedDossier(world.manager, lived.release_id)
  const verdict = verified(after.files)
  expect(verdict.faults).toEqual([])
  expect(verdict.companies[0]!.erased).toBe(rows.length)
  expect(textOf(after.files, 'records.jsonl')).not.toContain('Печать стоит')
})

test('events from before there were chains are mentioned, and nothing claims to prove them', async () => {
  const { db } = world.product.deps
  const lived = await livedRelease(world)
  await sql`insert into history (entity, entity_id, field, title, before, after, user_id, at)
    select 'agreement', ${lived.agreement_id}::int, 'by_client', 'Согласование клиента', 'false', 'true', ${world.people.client1}::int, day
    from unnest(array['2025-02-03T09:00:00Z', '2025-02-04T09:00:00Z']::timestamptz[]) as day`.execute(db)
  const old = await openedDossier(world.client1, lived.release_id)
  const { faults, companies, dossier: manifest } = verified(old.files)
  expect(faults).toEqual([])
  expect(companies[0]).toMatchObject({ earlier: 2, records: companies[0]!.records })
  expect(manifest.chains[0]!.earlier).toEqual({ records: 2, last_at: '2025-02-04T09:00:00.000Z' })
  const { 'word/document.xml': words } = unzipSync(old.files.get('dossier.docx')!)
  expect(new TextDecoder().decode(words).replaceAll(/<[^>]*>/g, '')).toMatch(
    /Записей вне цепочки: 2, последняя 04\.02\.2025 \d\d:00\. .*суммами не подтверждены/,
  )
  expect(verified(files).companies[0]!.earlier).toBe(0)
})
