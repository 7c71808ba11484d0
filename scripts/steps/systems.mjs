import { existsSync } from 'node:fs'
import { run } from './run.mjs'
import { installPackage, mayInstall } from './debian.mjs'

/** Third-party systems that `npm run test:systems` starts, and the Debian packages that contain them. */
const systems = [
  { title: 'OpenLDAP', package: 'slapd', program: '/usr/sbin/slapd' },
  { title: 'nginx', package: 'nginx', program: '/usr/sbin/nginx' },
  { title: 'PostgreSQL', package: 'postgresql', program: '/usr/lib/postgresql' },
  { title: 'PgBouncer', package: 'pgbouncer', program: '/usr/sbin/pgbouncer' },
  { title: 'HAProxy', package: 'haproxy', program: '/usr/sbin/haproxy' },
  { title: 'Caddy', package: 'caddy', program: '/usr/bin/caddy' },
  { title: 'curl', package: 'curl', program: '/usr/bin/curl' },
  { title: 'jq', package: 'jq', program: '/usr/bin/jq' },
  { title: 'Firefox', package: 'firefox-esr', program: '/usr/bin/firefox-esr' },
  { title: 'WebKit', package: 'webkit2gtk-driver', program: '/usr/bin/WebKitWebDriver' },
  { title: 'Xvfb', package: 'xvfb', program: '/usr/bin/Xvfb' },
  { title: 'Bundler', package: 'ruby-bundler', program: '/usr/bin/bundle' },
  { title: 'Redmine', package: 'redmine redmine-sqlite', program: '/usr/share/redmine/config.ru', env: withBundler },
]

/** Ruby's own Bundler does not know Debian's packages, and setting up Redmine with it would fail. */
async function withBundler() {
  const { output } = await run('dpkg-query', ['-W', '-f', '${Version}', 'ruby-bundler'])
  return { BUNDLER_VERSION: output.split('-')[0] }
}

/** Installs missing systems if that is possible. */
export async function findSystems() {
  const missing = systems.filter(({ program }) => !existsSync(program))
  for (const { title, package: name, env } of missing) {
    if (mayInstall()) await installPackage(title, name, {}, await env?.())
    else console.error(`Проверки с ${title} не пройдут: нужен пакет ${name} (apt-get install ${name})`)
  }
}
