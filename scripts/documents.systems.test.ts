import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '../packages/server/src/platform/runtime/places.ts'
import { temporaryFolder } from '../packages/server/src/testing/folder.ts'
import { launch } from '../packages/server/src/testing/processes/launch.ts'
import { freePort } from '../packages/server/src/testing/port.ts'

/**
 * Runs each command in the administrator's documents on a real installation in a temporary folder, in the order of the
 * documents; commands that start and stop the service start and stop this installation.
 */

/** Commands that cannot be run here, with the reason. */
const NOT_RUN: [RegExp, string][] = [
  [/^docker /, 'no daemon of Docker: compose.yaml and Dockerfile are held by deploy.test.ts'],
  [/^(kubectl|helm) /, 'no cluster: the chart is held by deploy.test.ts'],
  [/^systemctl enable /, 'no systemd: the unit is held by deploy.test.ts'],
  [/^psql /, 'a server of its own: testing/servers/postgres.ts makes databases so'],
]
const SERVICE = /^systemctl (start|stop|restart) vypusk$/

interface Command {
  page: string
  line: string
}

const FENCE = /^ *```sh\n([^]*?)^ *```/gm

async function commandsOf(page: string): Promise<Command[]> {
  const document = await readFile(join(projectRoot, 'docs', page), 'utf8')
  const lines = [...document.matchAll(FENCE)].flatMap(([, block = '']) => block.trim().split('\n'))
  return lines.map((line) => ({ page, line: line.trim() }))
}

/** Returns the commands of all pages, in order. */
async function allCommands(): Promise<Command[]> {
  const names = await readdir(join(projectRoot, 'docs/administrator'))
  const pages = ['upgrading.md', ...names.toSorted().map((name) => `administrator/${name}`)]
  return (await Promise.all(pages.map(commandsOf))).flat()
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let ports: { main: number; metrics: number }
let service: ReturnType<typeof launch> | undefined

const place = (...names: string[]) => join(folder.path, ...names)

async function begin() {
  service = launch(place('data'), {
    VYPUSK_ENV_FILE: place('vypusk.env'),
    PORT: String(ports.main),
    METRICS_PORT: String(ports.metrics),
  })
  await service.until('Выпуск открыт')
}
async function end() {
  service?.kill('SIGTERM')
  expect(await service?.exit).toBe(0)
  service = undefined
}

beforeAll(async () => {
  folder = await temporaryFolder('documents')
  await mkdir(place('copies'))
  await writeFile(
    place('vypusk.env'),
    `DATA_DIR=${place('data')}\nDEMO=on\nDEMO_REQUESTS=100\nSCIM_GROUPS=vypusk-staff=staff\n`,
  )
  ports = { main: await freePort(), metrics: await freePort() }
})
afterAll(async () => {
  service?.kill('SIGTERM')
  await service?.exit
  await folder.remove()
})

const { scripts } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

/**
 * Adapts a command to this installation: its paths and ports, and without npm, because every start of the tests runs
 * its preparing step anyway.
 */
const here = (line: string) =>
  line
    .replaceAll('/etc/vypusk/vypusk.env', place('vypusk.env'))
    .replaceAll('/var/backups/vypusk', place('copies'))
    .replaceAll('/opt/vypusk', projectRoot)
    .replaceAll(':3000/', `:${ports.main}/`)
    .replaceAll(':9464/', `:${ports.metrics}/`)
    .replaceAll('sudo -u vypusk ', '')
    .replaceAll(/npm run (\S+)( --(?= ))?/g, (_, name: string) => scripts[name] ?? `no-such-script ${name}`)

const ask = async (path: string, body: object, token = '') => {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const url = `http://127.0.0.1:${ports.main}/api${path}`
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const content = await reply.text()
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${content}`)
  return JSON.parse(content) as { access_token: string; service: { id: number } }
}

/** Creates an administrator on the command line, and returns the token of their session. */
async function administer(): Promise<string> {
  const command = [join(projectRoot, 'packages/server/src/admin.ts'), '--login', 'keeper', '--name', 'Анна Иванова']
  const env = { PATH: process.env['PATH'], VYPUSK_ENV_FILE: place('vypusk.env') }
  const { stdout } = await promisify(execFile)(process.execPath, command, { env })
  const [, password = ''] = /пароль (\S+)\./.exec(stdout) ?? []
  return (await ask('/auth/login', { login: 'keeper', password })).access_token
}

/** Creates a service and its token, as an administrator does on the screens. */
async function tokenOfService(session: string, scope: string): Promise<string> {
  const made = await ask('/admin/services', { name: scope, scope, company: null, days: 1 }, session)
  return (await ask(`/admin/services/${made.service.id}/tokens`, { name: 'curl' }, session)).access_token
}

/**
 * Tokens by the variable names used in the documents; created before the first command, so that every backup contains
 * them.
 */
let tokens: Record<string, string> = {}

async function execute(line: string) {
  const env = {
    ...tokens,
    PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
    TMPDIR: process.env['TMPDIR'],
    TZ: 'UTC',
  }
  const child = spawn('sh', ['-c', here(line)], { cwd: folder.path, env })
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, output: code === 0 ? '' : `${out}${error}` }
}

async function run({ page, line }: Command) {
  const [, what] = SERVICE.exec(line) ?? []
  if (what) {
    if (what !== 'start') await end()
    if (what !== 'stop') await begin()
    return
  }
  expect({ page, line, ...(await execute(line)) }).toEqual({ page, line, code: 0, output: '' })
}

test('every command of the documents works', async () => {
  await begin()
  const session = await administer()
  tokens = {
    VYPUSK_TOKEN: await tokenOfService(session, 'read'),
    SCIM_TOKEN: await tokenOfService(session, 'directory'),
  }
  const all = await allCommands()
  expect(all.length).toBeGreaterThan(20)
  const isRun = ({ line }: Command) => !NOT_RUN.some(([known]) => known.test(line))
  for (const command of all.filter(isRun)) await run(command)
  expect((await readdir(place('copies'))).toSorted()).toEqual([
    'before.tar.gz',
    'copy.tar.gz',
    expect.stringMatching(/^vypusk-2\d{3}-/),
  ])
  // Every exception must match a command; otherwise it has to be removed.
  expect(NOT_RUN.filter(([known]) => !all.some(({ line }) => known.test(line)))).toEqual([])
})
