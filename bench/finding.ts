import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { demoFolder } from './data.ts'
import { measure, ms, row } from './measure.ts'
import { signIn, startServer } from './server.ts'

/**
 * Measures the search over everything over HTTP, with the calls of its window: staff and a client, alone and sixteen at
 * once. `node bench/finding.ts --requests 1000000`; the data is kept in the temporary folder for the next run.
 */

const { values } = parseArgs({ options: { requests: { type: 'string', default: '1000000' } } })
const requests = Number(values.requests)
const PORT = 3916
const SECONDS = 3
const RESULT = new URL(`results/finding-${requests}.md`, import.meta.url)

const SEARCHES: [name: string, search: string][] = [
  ['a number', '123456'],
  ['a common word', 'отчёт'],
  ['the beginning of a word', 'отч'],
  ['a rare word', 'задолженност'],
  ['several words', 'отчёт по складу'],
  ['two common words that do not meet', 'печать импорт'],
  ['a common word and a syllable that is nowhere', 'отчёт ъъ'],
  ['two letters', 'ос'],
  ['two letters that are nowhere', 'ъъ'],
  ['a word that is nowhere', 'гиппопотам'],
]

const server = await startServer(PORT, {
  DATA_DIR: await demoFolder(requests),
  DEMO: 'on',
  DEMO_REQUESTS: String(requests),
})

const ask = async (token: string, path: string) => {
  const reply = await fetch(`${server.url}/api/finding${path}`, { headers: { authorization: `Bearer ${token}` } })
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
  return reply.json()
}

const lines = [
  `# Search over everything at ${requests.toLocaleString('en')} requests`,
  '',
  `\`GET /api/finding\` over HTTP, all seven kinds in one reply. ${SECONDS} s each, client on the same 2 cores, embedded`,
  `PostgreSQL 18. \`node bench/finding.ts --requests ${requests}\``,
  '',
  row('search', 'who', 'users', 'p50, ms', 'p99, ms', 'per second'),
  row('---', '---', '---:', '---:', '---:', '---:'),
]

async function study(name: string, who: string, users: number, work: () => Promise<unknown>) {
  const { p50, p99, perSecond } = await measure(users, SECONDS, work)
  lines.push(row(name, who, users, ms(p50), ms(p99), ms(perSecond)))
  process.stdout.write(`${lines.at(-1)}\n`)
}

for (const who of ['manager', 'client1']) {
  const token = await signIn(server.url, who)
  await study('recent things', who, 1, () => ask(token, '/recent'))
  for (const [name, search] of SEARCHES) {
    const path = `?search=${encodeURIComponent(search)}`
    await study(`${name}: «${search}»`, who, 1, () => ask(token, path))
  }
  await study('a common word: «отчёт»', who, 16, () => ask(token, `?search=${encodeURIComponent('отчёт')}`))
}
lines.push('', `Memory of the server process afterwards: ${ms(server.rss())} MB.`, '')
await writeFile(RESULT, lines.join('\n'))
await server.stop()
