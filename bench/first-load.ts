import { readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { ms, row } from './measure.ts'
import { startServer } from './server.ts'

/** What the first load of the login page and of the backlog costs: kB by brotli, and ms in a real browser. */

const PORT = 3913
const ROUNDS = 7
const RESULT = new URL('results/first-load.md', import.meta.url)
const ASSETS = fileURLToPath(new URL('../packages/web/dist/assets', import.meta.url))
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']

const packed = new Map<string, number>()
for (const name of await readdir(ASSETS)) {
  const bytes = await readFile(join(ASSETS, name))
  // Fonts are packed already.
  packed.set(name, name.endsWith('.woff2') ? bytes.length : brotliCompressSync(bytes).length)
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const server = await startServer(PORT, { DATA_DIR: join(tmpdir(), 'vypusk-bench-20000'), DEMO: 'on' })
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS })

/** Opens an address in a browser that has nothing cached, until what is named is on the screen. */
async function load(path: string, seen: string, signedIn: boolean) {
  const context = await browser.newContext()
  const page = await context.newPage()
  if (signedIn) {
    await page.goto(`${server.url}/login`)
    await page.getByLabel('Логин').fill('manager')
    await page.getByRole('textbox', { name: 'Пароль' }).fill('demo')
    await page.getByRole('button', { name: 'Войти', exact: true }).click()
    await page.waitForURL(`${server.url}/`)
  }
  const fresh = await browser.newContext({ storageState: await context.storageState() })
  const tab = await fresh.newPage()
  const names = new Set<string>()
  tab.on('response', (reply) => names.add(reply.url().split('/').at(-1) ?? ''))
  const before = performance.now()
  await tab.goto(`${server.url}${path}`)
  await tab.getByText(seen).first().waitFor()
  const took = performance.now() - before
  await fresh.close()
  await context.close()
  const kb = (ending: string) =>
    [...names].filter((name) => name.endsWith(ending)).reduce((sum, name) => sum + (packed.get(name) ?? 0), 0) / 1000
  return { took, js: kb('.js'), css: kb('.css'), fonts: kb('.woff2') }
}

const lines = [
  '# First load',
  '',
  `kB by brotli of what the browser fetched, ms until the named text is seen, nothing cached, middle of ${ROUNDS}; headless Chromium on the same 2 cores.`,
  '`node bench/first-load.ts` (after the browser half is built)',
  '',
  row('screen', 'JS, kB', 'CSS, kB', 'fonts, kB', 'ms'),
  row('---', '---:', '---:', '---:', '---:'),
]
for (const [name, path, seen, signedIn] of [
  ['login page', '/login', 'Войти', false],
  ['backlog, 20 000 requests', '/', '1–50 из', true],
] as const) {
  const rounds: Awaited<ReturnType<typeof load>>[] = []
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await load(path, seen, signedIn))
  const of = (part: 'took' | 'js' | 'css' | 'fonts') => ms(middle(rounds.map((one) => one[part])))
  lines.push(row(name, of('js'), of('css'), of('fonts'), of('took')))
}
await writeFile(RESULT, `${lines.join('\n')}\n`)
process.stdout.write(`${lines.join('\n')}\n`)
await browser.close()
await server.stop()
