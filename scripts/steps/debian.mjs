import { existsSync } from 'node:fs'
import { run, stage } from './run.mjs'

/** Whether Debian's own packages can be installed here: on Debian, as root. */
export const mayInstall = () => existsSync('/etc/debian_version') && process.getuid?.() === 0

export async function installPackage(title, name, needed = {}) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const work = async () => {
    const updated = await run('apt-get', ['update', '-qq'], { env })
    return updated.code === 0 ? run('apt-get', ['install', '-y', '-qq', name], { env }) : updated
  }
  await stage(`Устанавливаю ${title}`, work, needed)
}
