import { existsSync } from 'node:fs'
import { installPackage, mayInstall } from './debian.mjs'

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
  if (!mayInstall()) {
    console.error('Для проверки в браузере нужен Chromium или Chrome. Установите его или укажите путь в CHROMIUM')
    process.exit(1)
  }
  await installPackage('Chromium', 'chromium')
  return find()
}
