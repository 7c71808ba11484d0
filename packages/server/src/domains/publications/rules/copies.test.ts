import { describe, expect, it } from 'vitest'
import { foldersOf, plannedCopies, safeName, wishesOf } from './copies.ts'
import { copyTrouble } from './trouble.ts'

describe('safeName', () => {
  it.each([
    ['Обновление 5.8.2.zip', 'Обновление 5.8.2.zip'],
    ['../../etc/passwd', 'etc passwd'],
    ['..\\..\\windows\\system.ini', 'windows system.ini'],
    ['/абсолютный/путь', 'абсолютный путь'],
    ['..', ''],
    ['.скрытый', 'скрытый'],
    ['имя\r\nDELE все', 'имя DELE все'],
    ['нуль\u0000байт', 'нуль байт'],
    ['справа\u202Eналево', 'справа налево'],
    ['C:диск|труба?*<>.txt', 'C диск труба.txt'],
    ['точка в конце. ', 'точка в конце'],
    ['й', 'й'],
    ['CON', 'CON_'],
    ['nul.tar.gz', 'nul_.tar.gz'],
    ['Com1 .txt', 'Com1_.txt'],
    ['lpt².log', 'lpt²_.log'],
    ['CONOUT$', 'CONOUT$_'],
    ['console.zip', 'console.zip'],
    ['одинокая \uD800 половина', 'одинокая половина'],
  ])('%j becomes %j', (name, safe) => {
    expect(safeName(name)).toBe(safe)
  })

  it('ends no long name with a full stop, which Windows drops', () => {
    expect(safeName(`${'ж'.repeat(99)}. ${'ж'.repeat(99)}`)).toBe('ж'.repeat(99))
  })

  it('keeps the extension of a long name and does not cut through a character', () => {
    const safe = safeName(`${'длинное имя '.repeat(50)}😀.zip`)
    expect(safe).toMatch(/^длинное имя .*\.zip$/)
    expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(200)
    expect(safe.isWellFormed()).toBe(true)
  })
})

it('no two companies share a folder', () => {
  const companies = [
    { idcomp: 1, namecomp: 'ООО &quot;Порт&quot;' },
    { idcomp: 2, namecomp: 'ООО Порт' },
    { idcomp: 3, namecomp: 'ооо "порт"' },
    { idcomp: 4, namecomp: 'АО/Меридиан' },
    { idcomp: 5, namecomp: '""' },
  ]
  expect([...foldersOf(companies).values()]).toEqual([
    'ООО Порт (1)',
    'ООО Порт (2)',
    'ооо порт (3)',
    'АО Меридиан',
    'company (5)',
  ])
})

it('no company is given the folder that another one has with its number', () => {
  const companies = [
    { idcomp: 12, namecomp: 'Порт' },
    { idcomp: 13, namecomp: 'порт' },
    { idcomp: 14, namecomp: 'Порт (12)' },
    { idcomp: 15, namecomp: 'Меридиан (12)' },
    { idcomp: 16, namecomp: '""' },
    { idcomp: 17, namecomp: 'Company (16)' },
  ]
  expect([...foldersOf(companies).values()]).toEqual([
    'Порт (12)',
    'порт (13)',
    'Порт (12) (14)',
    'Меридиан (12)',
    'company (16)',
    'Company (16) (17)',
  ])
})

const none: ReadonlySet<string> = new Set()

describe('plannedCopies', () => {
  const folders = new Map([
    [1, 'Порт'],
    [2, 'Меридиан'],
  ])
  const files = [
    { id: 10, file_name: 'update.zip' },
    { id: 11, file_name: 'update.zip' },
  ]
  const handed = (title: string, companies: number[], all: typeof files) => ({
    release: { id: 1, title },
    companies,
    files: all,
    packageFor: () => all,
  })

  it('copies its own package to each company', () => {
    const [first, second] = files
    const packageFor = (idcomp: number) => (idcomp === 1 && first ? [first] : second ? [second] : [])
    const wishes = wishesOf([{ ...handed('Релиз', [1, 2], files), packageFor }], folders)
    expect(plannedCopies(wishes, none).map(({ file_id, idcomp }) => [file_id, idcomp])).toEqual([
      [10, 1],
      [11, 2],
    ])
  })

  it('copies every file to every company, each to a path of its own', () => {
    const wishes = wishesOf([handed('2026.12 / Договоры', [1, 2], files)], folders)
    expect(plannedCopies(wishes, none)).toEqual([
      { file_id: 10, idcomp: 1, target: 'Порт/2026.12 Договоры/update.zip' },
      { file_id: 11, idcomp: 1, target: 'Порт/2026.12 Договоры/update (11).zip' },
      { file_id: 10, idcomp: 2, target: 'Меридиан/2026.12 Договоры/update.zip' },
      { file_id: 11, idcomp: 2, target: 'Меридиан/2026.12 Договоры/update (11).zip' },
    ])
  })

  it('does not overwrite earlier copies', () => {
    const items = [handed('Релиз', [1], files.slice(0, 1))]
    const targets = (taken: string[]) =>
      plannedCopies(wishesOf(items, folders), new Set(taken)).map(({ target }) => target)
    expect(targets(['порт/релиз/update.zip'])).toEqual(['Порт/Релиз/update (10).zip'])
    expect(targets(['меридиан/релиз/update.zip'])).toEqual(['Порт/Релиз/update.zip'])
  })

  it('finds a path where the one with the number is taken too', () => {
    const one = files.slice(0, 1)
    const items = [handed('Релиз', [1], one), handed('Релиз', [1], one), handed('Релиз', [1], one)]
    const targets = (taken: string[]) =>
      plannedCopies(wishesOf(items, folders), new Set(taken)).map(({ target }) => target.split('/').at(-1))
    expect(targets([])).toEqual(['update.zip', 'update (10).zip', 'update (10-2).zip'])
    expect(targets(['порт/релиз/update.zip'])).toEqual(['update (10).zip', 'update (10-2).zip', 'update (10-3).zip'])
    const named = [{ id: 12, file_name: 'update (11).zip' }, ...files]
    expect(
      plannedCopies(wishesOf([handed('Релиз', [1], named)], folders), none).map(({ target }) =>
        target.split('/').at(-1),
      ),
    ).toEqual(['update (11).zip', 'update.zip', 'update (11-2).zip'])
  })

  it('does not tell names apart by letter case', () => {
    const alike = [
      { id: 10, file_name: 'Update.zip' },
      { id: 11, file_name: 'update.zip' },
    ]
    const items = [handed('Релиз', [1], alike.slice(0, 1)), handed('РЕЛИЗ', [1], alike.slice(1))]
    expect(plannedCopies(wishesOf(items, folders), none).map(({ target }) => target)).toEqual([
      'Порт/Релиз/Update.zip',
      'Порт/РЕЛИЗ/update (11).zip',
    ])
  })
})

it.each([
  [{ code: 530, message: '530 Login incorrect' }, 'Сервер FTP не принял имя и пароль из FTP_URL'],
  [
    { message: 'getConnection: All configured authentication methods failed' },
    'Сервер FTP не принял имя и пароль из FTP_URL',
  ],
  [{ code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' }, 'Сервер FTP недоступен'],
  [{ message: 'Timeout (control socket)' }, 'Сервер FTP недоступен'],
  [{ code: 'ECONNRESET', message: 'read ECONNRESET' }, 'Связь с сервером FTP оборвалась'],
  [{ code: 552, message: '552 Quota exceeded' }, 'На сервере FTP нет места'],
  [{ code: 550, message: '550 Permission\r\ndenied' }, 'Сервер FTP не даёт записать файл: 550 Permission denied'],
  [{ code: 421, message: '421 Too many connections' }, 'Сервер FTP ответил: 421 Too many connections'],
  [{ name: 'StrangeServer', message: 'the host key is …' }, 'Сервер FTP не тот, чей отпечаток указан в FTP_URL'],
  [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'Сертификату сервера FTP нет доверия: укажите fingerprint в FTP_URL'],
  [{ name: 'WrongSize', message: '5 bytes of 7 arrived' }, 'Файл пришёл на сервер FTP не целиком'],
  [
    { code: 'ENOENT', message: "ENOENT: no such file or directory, open '/data'" },
    'Файла нет в хранилище: загрузите его заново',
  ],
  [{ message: 'something new' }, 'Файл не скопирован на сервер FTP'],
])('%j is reported as «%s»', (error, sentence) => {
  expect(copyTrouble(error)).toBe(sentence)
})

it('hundreds of files with long names for hundreds of companies block nothing', () => {
  const companies = Array.from({ length: 200 }, (_, n) => n + 1)
  const files = Array.from({ length: 200 }, (_, n) => ({ id: n + 1, file_name: `${'Обновление '.repeat(20)}${n}.zip` }))
  const began = performance.now()
  const release = { title: 'Длинное имя '.repeat(20) }
  const wishes = wishesOf([{ release, companies, packageFor: () => files }], new Map())
  expect(plannedCopies(wishes, none)).toHaveLength(40_000)
  // The process ends what blocks it for 5 s. With each name made anew for each company this took 45 s.
  expect(performance.now() - began).toBeLessThan(4000)
})
