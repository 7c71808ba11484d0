import { afterAll, beforeAll, expect, test } from 'vitest'
import { importing, type Importing } from '../../../../testing/importing.ts'

/** The names that files have in other systems. */

let world: Importing
beforeAll(async () => void (world = await importing()))
afterAll(() => world.close())

const AT = '13/Mar/25 3:04 PM;jcarter'
const URL_1 = 'https://r.ru/attachments/download/1'

const nameFrom = async (attachment: string) => {
  const source = attachment.slice(-90)
  const { created, first } = await world.takeFile(`key\ttitle\tattachment\n1\tТема\t${attachment}\n`, { source })
  expect(created).toBe(1)
  return first[0]?.draft.files.map(({ name }) => name)
}

test.each([
  ['what the database does not hold', `${URL_1}/a%00b.txt`, 'a b.txt'],
  ['a line end and a mark that turns the writing round', `${URL_1}/a%0D%0Ab%E2%80%AEgpj.exe`, 'a bgpj.exe'],
  ['a decomposed letter of a Mac', `${URL_1}/%D0%B8%CC%86%D0%BE%D0%B4.txt`, 'йод.txt'],
  ['a percent sign', `${URL_1}/100%.txt`, '100%.txt'],
  ['semicolons', `${AT};Акт;итог; 2.pdf;${URL_1}/x.pdf`, 'Акт;итог; 2.pdf'],
  ['semicolons, with its size', `${AT};Акт;2.pdf;${URL_1}/x.pdf;120`, 'Акт;2.pdf'],
  ['no time', `jcarter;Акт.pdf;${URL_1}/x.pdf`, 'Акт.pdf'],
  ['another file before it', `Раз.pdf;${URL_1}/1.pdf;Два.pdf;${URL_1}/2.pdf`, 'Два.pdf'],
  ['more than is kept', `${AT};${'Ж'.repeat(230)}.pdf;${URL_1}/x.pdf`, `${'Ж'.repeat(196)}.pdf`],
])('a name with %s', async (_, attachment, name) => expect(await nameFrom(attachment)).toEqual([name]))

test('a name with semicolons comes from JSON as it is', async () => {
  const attachments = [{ id: 1, filename: 'Акт; итог.pdf', content_url: `${URL_1}/x.pdf`, filesize: 12 }]
  const issue = { id: 5, subject: 'Тема', attachments, journals: [] }
  const { first } = await world.takeFile(JSON.stringify({ issues: [issue] }), { source: 'JSON' })
  expect(first[0]?.draft.files).toMatchObject([{ name: 'Акт; итог.pdf', size: 12 }])
})
