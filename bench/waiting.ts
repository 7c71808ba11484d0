import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { demoFolder } from './data.ts'
import { measure, ms, row } from './measure.ts'
import { signIn, startServer } from './server.ts'

/**
 * Measures the list of what waits for a person and its number over HTTP: staff and a client, alone and sixteen at once.
 * `node bench/waiting.ts --requests 1000000`; the data is kept in the temporary folder for the next run.
 */

const { values } = parseArgs({ options: { requests: { type: 'string', default: '1000000' } } })
const requests = Number(values.requests)
const PORT = 3918
const WARM_SECONDS = 2
const SECONDS = 6
const RESULT = new URL(`results/waiting-${requests}.md`, import.meta.url)

const server = await startServer(PORT, {
  DATA_DIR: await demoFolder(requests),
  DEMO: 'on',
  DEMO_REQUESTS: String(requests),
})

const ask = async (token: string, path: string): Promise<{ total: number; more: boolean }> => {
  const reply = await fetch(`${server.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
  return (await reply.json()) as { total: number; more: boolean }
}

const lines = [
  `# The waiting list, at ${requests.toLocaleString('en')} requests`,
  '',
  `\`GET /api/waiting?per_page=200\` and its count over HTTP, ${SECONDS} s each after ${WARM_SECONDS} s of unmeasured warm-up (a`,
  `connection keeps the plan of a statement after five executions), client on the same 2 cores, embedded PostgreSQL 18.`,
  `\`node bench/waiting.ts --requests ${requests}\``,
  '',
  row('what', 'who', 'matters', 'users', 'p50, ms', 'p99, ms', 'per second'),
  row('---', '---', '---:', '---:', '---:', '---:', '---:'),
]

async function study(what: string, who: string, token: string, path: string, users: number) {
  const { total, more } = await ask(token, path)
  await measure(users, WARM_SECONDS, () => ask(token, path))
  const { p50, p99, perSecond } = await measure(users, SECONDS, () => ask(token, path))
  lines.push(row(what, who, `${total}${more ? '+' : ''}`, users, ms(p50), ms(p99), ms(perSecond)))
  process.stdout.write(`${lines.at(-1)}\n`)
}

const LIST = '/waiting?per_page=200'
for (const who of ['manager', 'client1']) {
  const token = await signIn(server.url, who)
  for (const users of [1, 16]) {
    await study('the list', who, token, LIST, users)
    await study('its count', who, token, '/waiting/count', users)
  }
  if (who === 'manager') await study('the list of all staff', who, token, `${LIST}&own=false`, 1)
}
lines.push('', `Memory of the server process afterwards: ${ms(server.rss())} MB.`, '')
await writeFile(RESULT, lines.join('\n'))
await server.stop()
