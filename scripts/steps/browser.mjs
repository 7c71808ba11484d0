import { existsSync } from 'node:fs'
import { installPackage, mayInstall } from './debian.mjs'

/** Chromium without a browser window: the tests take three quarters of the time. */
const SHELL = '/usr/bin/chromium-headless-shell'

const places = [
  process.env.CHROMIUM,
  SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const find = () => places.find((path) => path && existsSync(path))

/**
 * Returns the browser for the tests: the one named in CHROMIUM, else Debian's fastest (on Debian, as root), else an
 * installed one.
 */
export async function findBrowser() {
  const there = find()
  const isBest = there !== undefined && [process.env.CHROMIUM, SHELL].includes(there)
  if (!isBest && mayInstall()) await installPackage('Chromium', 'chromium-headless-shell', { isNeeded: !there })
  const found = find()
  if (found) return found
  console.error('Для проверки в браузере нужен Chromium или Chrome. Установите его или укажите путь в CHROMIUM')
  return process.exit(1)
}
