import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import readXlsxFile from 'read-excel-file/node'
import { present } from '../../../testing/present.ts'
import { workbook } from './book.ts'
import { SharedNames } from './names.ts'

test('a name is listed once, escaped, with the spaces at its ends; an empty one has no cell', () => {
  const shared = new SharedNames()
  const cells = ['ООО «Ёлка & <b>»', ' края ', '', 'ООО «Ёлка & <b>»'].map((name) => shared.cell(name))
  expect(cells).toEqual([' t="s"><v>0</v></c>', ' t="s"><v>1</v></c>', '', ' t="s"><v>0</v></c>'])
  expect(shared.xml()).toContain(
    'uniqueCount="2"><si><t>ООО «Ёлка &amp; &lt;b&gt;»</t></si><si><t xml:space="preserve"> края </t></si></sst>',
  )
})

test('another program reads the names of ids and the words of values', async () => {
  const names = { 1: 'ООО «Ёлка & <b>»', 2: ' края ', 3: '' }
  const looks = [
    { title: 'Кто', width: 10 },
    { title: 'Да', width: 10, as: { words: { true: 'да', false: names[1] } } },
  ]
  const valuesOf = (...values: unknown[]) => Buffer.from(JSON.stringify(values))
  const named = (...ids: (keyof typeof names)[]) => ids.map((id): [number, string] => [id, names[id]])
  async function* parts() {
    yield { rows: 2, columns: [{ values: valuesOf(1, 2), names: named(1, 2) }, { values: valuesOf(true, false) }] }
    // The name of the first id is known by now.
    yield { rows: 2, columns: [{ values: valuesOf(3, 1), names: named(3) }, { values: valuesOf(null, true) }] }
  }
  const archive = await buffer(workbook({ name: 'Лист', columns: looks, clocks: [] }, parts()))
  const [sheet] = await readXlsxFile(archive, { trim: false })
  expect(present(sheet).data.slice(1)).toEqual([
    [names[1], 'да'],
    [' края ', names[1]],
    [null, null],
    [names[1], 'да'],
  ])
})
