import { existsSync } from 'node:fs'
import { run, stage } from './run.mjs'

/** Whether Debian's packages can be installed here: on Debian, as root. */
export const mayInstall = () => existsSync('/etc/debian_version') && process.getuid?.() === 0

/** Installs Debian packages. @param {string} names package names, separated by spaces */
export async function installPackage(title, names, needed = {}, given = {}) {
  const env = { DEBIAN_FRONTEND: 'noninteractive', ...given }
  const work = async () => {
    const updated = await run('apt-get', ['update', '-qq'], { env })
    return updated.code === 0 ? run('apt-get', ['install', '-y', '-qq', ...names.split(' ')], { env }) : updated
  }
  await stage(`Устанавливаю ${title}`, work, needed)
}
