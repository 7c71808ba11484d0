import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { project, run, stage } from './run.mjs'

/** The oldest Node.js whose npm can install the packages; they include the Node.js that everything then runs on. */
const oldest = [20, 19]

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return
  console.error(
    `Нужен Node.js ${oldest.join('.')} или новее, а здесь ${process.versions.node}. Обновите: https://nodejs.org`,
  )
  process.exit(1)
}

/** Installs the packages if those on disk differ from package-lock.json. */
export async function install() {
  if (!isInstalled()) {
    await stage('Устанавливаю пакеты, это займёт около минуты', () => run('npm', ['ci', ...quiet]))
  }
  // If npm is configured not to run install scripts, the Node.js package is installed without its program.
  if (!hasRuntime()) {
    await stage('Ставлю Node.js для работы системы', () =>
      run('npm', ['rebuild', 'node', '--ignore-scripts=false', ...quiet]),
    )
  }
}

const quiet = ['--no-progress', '--no-update-notifier', '--loglevel=error']

const hasRuntime = () => ['node', 'node.exe'].some((name) => existsSync(join(project, 'node_modules/node/bin', name)))

/**
 * Compares with npm's record of what it installed, which it writes at the end: after an interrupted installation it is
 * missing.
 */
function isInstalled() {
  const wanted = packagesOf('package-lock.json')
  const found = packagesOf('node_modules/.package-lock.json')
  if (!existsSync(join(project, 'node_modules/.bin'))) return false
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    if (!path.startsWith('node_modules/')) return true
    if (!found[path]) return optional === true
    return link === true || found[path].version === version
  })
}

function packagesOf(file) {
  const path = join(project, file)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {}
}
