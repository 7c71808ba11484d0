import { existsSync } from 'node:fs'
import { run, stage } from './run.mjs'

const places = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const find = () => places.find((path) => path && existsSync(path))

/** The browser of the tests: one that is there, else (on Debian, as root) Debian's own Chromium. */
export async function findBrowser() {
  const found = find()
  if (found) return found
  const mayInstall = existsSync('/etc/debian_version') && process.getuid?.() === 0
  if (!mayInstall) {
    console.error('Для проверки в браузере нужен Chromium или Chrome. Установите его или укажите путь в CHROMIUM')
    process.exit(1)
  }
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await stage('Устанавливаю Chromium', async () => {
    const updated = await run('apt-get', ['update', '-qq'], { env })
    return updated.code === 0 ? run('apt-get', ['install', '-y', '-qq', 'chromium'], { env }) : updated
  })
  return find()
}
