import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** What is measured stands in `bench/results`; docs/scaling.md repeats some of it, and must repeat the last measurement. */

const project = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(project, path), 'utf8')
const resultsOf = (name: string) => read(`bench/results/${name}.md`)
/** Without line breaks, so that a sentence can be looked for. */
const scaling = read('docs/scaling.md').replaceAll(/\s*\n\s*/g, ' ')

/** The cells after the name of the only row of a measurement that begins with `name`. */
function cellsOf(file: string, name: string): string[] {
  const rows = resultsOf(file)
    .split('\n')
    .filter((line) => line.startsWith(`| ${name} |`))
  expect(rows, `${file}: ${name}`).toHaveLength(1)
  const cells = rows[0]!.slice(`| ${name} |`.length).split('|')
  return cells.map((cell) => cell.trim())
}

/** The figure that the pattern captures. */
const figureOf = (file: string, pattern: RegExp) =>
  pattern.exec(resultsOf(file).replaceAll('\n', ' '))?.[1]?.replaceAll(/[ ,]/g, '') ?? ''

const russian = (figure: string | number) => String(figure).replace('.', ',').replace(/,0$/, '')
const seconds = (ms = '') => russian((Number(ms) / 1000).toFixed(1))

/** A row of the table for one reader, and for sixteen at once. */
function asked(file: string, names: [string, string], [p50 = 0, p99 = 1, perSecond = 2]: number[] = []): string {
  const [one, sixteen] = names.map((name) => cellsOf(file, name)) as [string[], string[]]
  return `${russian(one[p50]!)} мс | ${sixteen[p50]} / ${sixteen[p99]} мс, ${sixteen[perSecond]} |`
}

/** A row of the comparison with the floor, whose percentiles share a cell. */
function besideFloor(name: string): string {
  const [one, sixteen] = [1, 16].map((users) => cellsOf('floor-100000', `${name} | ${users}`)[3]!)
  return `${russian(one!.split(' / ')[0]!)} мс | ${russian(sixteen!)} мс |`
}

const backlog = (name: string) => asked('backlog-1000000', [`${name} | 1`, `${name} | 16`])
const word = 'a common word: «отчёт» | manager'
/** Processor time of the product and of PostgreSQL for a call, and PostgreSQL's share of it. */
function shared(name: string): string {
  const [product, primary, share] = [3, 4, 6].map((index) => russian(cellsOf('cluster-20000', name)[index]!))
  return `| ${product} | ${primary} | ${share} |`
}
const excelAtMost = () => {
  const [, above] = ['everything', 'everything, by the company’s name'].map((name) =>
    Number(cellsOf('excel-1000000', name)[6]),
  )
  return Number(figureOf('excel-1000000', /Memory at rest: (\d+) MB/)) + above!
}
const importAtMost = () => Number(cellsOf('import', 'first time')[7])
const start = (name: string) => seconds(cellsOf('start', name)[0])
const live = (name: string) => cellsOf('live', name).map(russian)
const kills = /on two cores without other programs, `[^`]*`: ([\d ]+) kills/
const memoryAfter = (file: string) => figureOf(file, /Memory of the server process afterwards: (\d+) MB/)

const sentences: [string, () => string][] = [
  ['the newest requests', () => `заявок | ${backlog('newest 50, no filter')}`],
  ['some conditions', () => `1 000 000 | ${backlog('one company, two urgencies')}`],
  ['a common word', () => `1 000 000 | ${backlog('search, common word «отчёт»')}`],
  ['the search over everything', () => `1 000 000 | ${asked('finding-1000000', [`${word} | 1`, `${word} | 16`])}`],
  ['one request', () => `100 000 | ${besideFloor('one request')}`],
  ['creating a request', () => `100 000 | ${besideFloor('creating a request')}`],
  ['memory after lists', () => `${memoryAfter('backlog-1000000')} МБ после списков`],
  ['memory after searches', () => `${memoryAfter('finding-1000000')} МБ после поиска`],
  ['memory of an import', () => `до ${importAtMost()} МБ при [загрузке`],
  ['memory of a workbook', () => `до ${excelAtMost()} МБ при [книге`],
  ['memory of open screens', () => `${figureOf('live', /Memory of the product: (\d+) MB/)} МБ с 2000 открытых`],
  [
    'a start',
    () =>
      `): ${start('second start')} с, первый с демонстрационными данными ${start('first start: new database, schema, 20 000 requests of demo data')} с.`,
  ],
  [
    'cores of open screens',
    () =>
      `процессу ${live('the product')[0]} ядра, PostgreSQL ${live('PostgreSQL')[0]}, самим окнам ${live('the screens')[0]}.`,
  ],
  ['a save beside open screens', () => `ждёт ${live('a save')[0]} мс, худшее из ста – ${live('a save')[1]} мс`],
  ['processes killed', () => `[${figureOf('kills', kills)} убийствах]`],
  ['a page by one process', () => `с условиями, один процесс ${shared('filtered page | 1 | no')}`],
  ['a page by two', () => `она же, \`WORKERS=2\` ${shared('filtered page | `WORKERS=2` | no')}`],
  ['one request by one process', () => `открыть заявку, один процесс ${shared('one request | 1 | no')}`],
  ['one request by two', () => `она же, \`WORKERS=2\` ${shared('one request | `WORKERS=2` | no')}`],
  ['faults', () => `[${figureOf('faults', /.*\| faults \| (\d+):/)} сбоях]`],
]

test.each(sentences)('docs/scaling.md says what was measured: %s', (_, sentence) => {
  expect(scaling).toContain(sentence())
})

test('what the administrator reads of memory is what was measured', () => {
  expect(read('docs/administrator/install.md')).toContain(`занимал ${memoryAfter('backlog-1000000')} МБ после списков`)
})
