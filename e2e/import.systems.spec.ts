import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from './fixtures.ts'
import { rows } from './lists.ts'
import { dataDir } from './playwright.config.ts'

const program = join(import.meta.dirname, '../packages/server/src/import.ts')

/** Runs the command of `npm run import` while the server is running on the same embedded database. */
async function runImport(...args: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir }
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env })
  return stdout
}

/** A file with everything that real files contain: quotes, markup, line breaks, NULL, a row that cannot be imported. */
const fileWith = (word: string) => `issuekey,title,description,Часы
${word}-1,"${word} печать ""акта"" <b>и</b> счёта","Строка один
строка <script>два</script>",3
${word}-2,${word} без часов,NULL,NULL
${word}-3,,нет названия,1
`

test.describe('import of requests from a file', () => {
  let folder: string
  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vypusk-import-'))
  })
  test.afterAll(() => rm(folder, { recursive: true, force: true }))

  /** Returns a word unique to this attempt, so that a retry finds nothing of the first attempt. */
  const wordOf = (name: string) => `${name}${Date.now()}`
  const fileOf = async (word: string, text = fileWith(word)) => {
    const file = join(folder, `${word}.csv`)
    await writeFile(file, text)
    return file
  }

  test('a dry run writes nothing; imported rows appear in an open backlog unchanged', async ({ page, signIn }) => {
    const word = wordOf('Настоящий')
    const file = await fileOf(word)
    const output = await runImport(file, '--dry-run')
    expect(output).toContain('строка 5: нет названия')
    expect(output).toContain('Пробный прогон: ничего не записано')
    await signIn('manager', `/?search_string=${encodeURIComponent(word.toLowerCase())}`)
    await expect(page.getByText('Ничего не найдено')).toBeVisible()
    expect(await runImport(file)).toContain('Новых: 2, изменено: 0, без изменений: 0')
    await expect(rows(page)).toHaveCount(2)
    const printed = rows(page).filter({ hasText: `${word} печать "акта" <b>и</b> счёта` })
    await expect(printed).toContainText('03:00')
  })
})
