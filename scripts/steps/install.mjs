import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { project, run, stage } from './run.mjs'

/** The oldest Node.js whose npm installs the packages; they bring the one everything then runs on. */
const oldest = [20, 19]

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return
  console.error(
    `Нужен Node.js ${oldest.join('.')} или новее, а здесь ${process.versions.node}. Обновите: https://nodejs.org`,
  )
  process.exit(1)
}

/** Installs the packages when those on the disk are not the ones package-lock.json names. */
export async function install() {
  if (!isInstalled()) {
    await stage('Устанавливаю пакеты, это займёт около минуты', () => run('npm', ['ci', ...quiet]))
  }
  // Where npm is told to run no install scripts, the package of Node.js is there without its program.
  if (!hasRuntime()) {
    await stage('Ставлю Node.js для работы системы', () =>
      run('npm', ['rebuild', 'node', '--ignore-scripts=false', ...quiet]),
    )
  }
}

const quiet = ['--no-progress', '--no-update-notifier', '--loglevel=error']

const hasRuntime = () => ['node', 'node.exe'].some((name) => existsSync(join(project, 'node_modules/node/bin', name)))

/** npm writes down what it installed when it is done: a broken-off installation has no such file. */
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
