import { existsSync } from 'node:fs'
import { installPackage, mayInstall } from './debian.mjs'

/** Systems of others that `npm run test:systems` starts, and the packages of Debian that bring them. */
const systems = [
  { title: 'OpenLDAP', package: 'slapd', program: '/usr/sbin/slapd' },
  { title: 'nginx', package: 'nginx', program: '/usr/sbin/nginx' },
  { title: 'PostgreSQL', package: 'postgresql', program: '/usr/lib/postgresql' },
  { title: 'PgBouncer', package: 'pgbouncer', program: '/usr/sbin/pgbouncer' },
  { title: 'Caddy', package: 'caddy', program: '/usr/bin/caddy' },
  { title: 'curl', package: 'curl', program: '/usr/bin/curl' },
  { title: 'jq', package: 'jq', program: '/usr/bin/jq' },
]

/** Installs what is missing, where that can be done. */
export async function findSystems() {
  const missing = systems.filter(({ program }) => !existsSync(program))
  for (const { title, package: name } of missing) {
    if (mayInstall()) await installPackage(title, name)
    else console.error(`Проверки с ${title} не пройдут: нужен пакет ${name} (apt-get install ${name})`)
  }
}
