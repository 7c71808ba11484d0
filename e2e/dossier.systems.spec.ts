import { readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { newAgreement, newPair } from './agreements-data.ts'
import { expect, test } from './fixtures.ts'

test('a dossier is downloaded and verified from disk, intact and damaged, by keyboard', async ({
  page,
  signIn,
  request,
  expectAccessible,
}, info) => {
  const pair = await newPair(request)
  const id = await newAgreement(request, pair, { releaseDate: '2030-03-20' })
  await signIn('manager', `/agreements/${id}`)
  const fetched = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Досье', exact: true }).click()
  const download = await fetched
  expect(download.suggestedFilename()).toMatch(/^Досье релиза \d+ – .+\.zip$/)
  const [whole, broken, saved] = ['whole.zip', 'broken.zip', 'verify.html'].map((name) => info.outputPath(name))
  await download.saveAs(whole!)
  const bytes = await readFile(whole!)
  // A byte outside the records: of a letter, a checksum or a date.
  const at = bytes.indexOf('evidence.json') + 60
  await writeFile(broken!, bytes.with(at, bytes[at]! ^ 1))
  await writeFile(saved!, await (await request.get('/verify.html')).body())
  await page.goto(pathToFileURL(saved!).href)
  await page.keyboard.press('Tab')
  await expect(page.locator('#file')).toBeFocused()
  // The keyboard handling of a file field is the browser's own and not tested here.
  await page.locator('#file').setInputFiles(whole!)
  const verdict = page.getByRole('status')
  await expect(verdict).toContainText('Досье цело')
  await expect(verdict).toContainText('Конец цепочки')
  await expectAccessible('main')
  await page.locator('#file').setInputFiles(broken!)
  await expect(verdict).toContainText('Досье изменено. Файл evidence.json изменён')
  await page.goto('/verify.html')
  await page.locator('#file').setInputFiles(whole!)
  await expect(verdict).toContainText('Досье цело')
})
