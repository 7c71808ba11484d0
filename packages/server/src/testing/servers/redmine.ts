import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryFolder } from '../folder.ts'
import { freePort } from '../port.ts'
import { startProgram } from '../processes/program.ts'

const HOME = '/usr/share/redmine'
const run = promisify(execFile)

/** Debian's Redmine with a database of its own, and its administrator's key. */
export interface TestRedmine {
  url: string
  key: string
  /** Calls its REST interface, and fails unless the call succeeds. */
  ask: <Reply = unknown>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => Promise<Reply>
  /**
   * Uploads a file, to be attached later.
   * @returns its token
   */
  upload: (name: string, bytes: string) => Promise<string>
  /** Makes it stop answering without going away; `thaw` ends that. */
  freeze: () => void
  thaw: () => void
  stop: () => Promise<void>
}

/** Settings that can only be made on its administrators' screens. */
const FILL = `
Setting.rest_api_enabled = '1'
field = IssueCustomField.create!(name: 'Заявка', field_format: 'string', is_for_all: true, is_filter: true)
field.trackers = Tracker.all
puts User.find_by_login('admin').api_key
`

/** Ruby's own Bundler does not know Debian's packages; Debian's does. */
async function bundlerOfDebian(): Promise<string> {
  const { stdout } = await run('dpkg-query', ['-W', '-f', '${Version}', 'ruby-bundler'])
  return stdout.split('-')[0] ?? ''
}

async function copyOf(folder: string): Promise<string> {
  if (!existsSync(join(HOME, 'config.ru')))
    throw new Error(
      `${HOME} is missing: apt-get install redmine redmine-sqlite (npm run test:systems does so on Debian)`,
    )
  const home = join(folder, 'redmine')
  const own = new Set(['instances', 'Gemfile.lock', 'config/database.yml'].map((name) => join(HOME, name)))
  await cp(HOME, home, { recursive: true, filter: (path) => !own.has(path) })
  const instance = join(home, 'instances/default')
  for (const name of ['config', 'log', 'tmp', 'files', 'plugins', 'public/plugin_assets'])
    await mkdir(join(instance, name), { recursive: true })
  const database = { adapter: 'sqlite3', database: join(folder, 'redmine.db'), timeout: 20_000 }
  await writeFile(join(instance, 'config/database.yml'), JSON.stringify({ production: database }))
  await writeFile(join(instance, 'config/secret_key.txt'), 'of the tests alone '.repeat(4))
  const gemfile = join(home, 'Gemfile')
  await writeFile(gemfile, (await readFile(gemfile, 'utf8')).replaceAll(`${HOME}/`, `${home}/`))
  await appendFile(join(home, 'Gemfile.local'), "gem 'webrick'\n")
  await writeFile(join(home, 'fill.rb'), FILL)
  return home
}

/** Starts it on a free port of this machine. */
export async function startRedmine(): Promise<TestRedmine> {
  const folder = await temporaryFolder('redmine')
  const home = await copyOf(folder.path)
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder.path,
    LANG: 'C.UTF-8',
    RAILS_ENV: 'production',
    REDMINE_LANG: 'ru',
    BUNDLER_VERSION: await bundlerOfDebian(),
  }
  const bundle = (...args: string[]) => run('/usr/bin/bundle', args, { cwd: home, env, maxBuffer: 2 ** 26 })
  await bundle('install', '--local', '--quiet')
  // In separate processes, because one would not see the tables it has just created.
  await bundle('exec', 'rake', 'db:migrate')
  await bundle('exec', 'rake', 'redmine:load_default_data')
  const key = (await bundle('exec', 'rails', 'runner', 'fill.rb')).stdout.trim()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const serving = ['exec', 'rackup', '-s', 'webrick', '-o', '127.0.0.1', '-p', String(port)]
  const program = startProgram('/usr/bin/bundle', serving, { cwd: home, env })
  const fetched = (method: string, path: string, body?: string, type = 'application/json') =>
    fetch(url + path, {
      method,
      headers: { 'x-redmine-api-key': key, 'content-type': type },
      ...(body !== undefined && { body }),
    })
  await program.until(() =>
    fetched('GET', '/users/current.json').then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  const answered = async (reply: Response) => {
    const text = await reply.text()
    if (!reply.ok) throw new Error(`Redmine answered ${reply.status}: ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  return {
    url,
    key,
    ask: async (method, path, body) => answered(await fetched(method, path, body && JSON.stringify(body))),
    upload: async (name, bytes) => {
      const path = `/uploads.json?filename=${encodeURIComponent(name)}`
      return (await answered(await fetched('POST', path, bytes, 'application/octet-stream'))).upload.token
    },
    freeze: () => void process.kill(program.pid, 'SIGSTOP'),
    thaw: () => void process.kill(program.pid, 'SIGCONT'),
    stop: async () => {
      await program.end('SIGKILL')
      await rm(home, { recursive: true, force: true })
      await folder.remove()
    },
  }
}
