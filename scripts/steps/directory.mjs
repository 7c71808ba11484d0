import { existsSync } from 'node:fs'
import { installPackage, mayInstall } from './debian.mjs'

/** OpenLDAP's server, against which the sign-in by a directory is tested: Debian's own where it is missing. */
export async function findDirectory() {
  if (existsSync('/usr/sbin/slapd')) return
  if (mayInstall()) await installPackage('OpenLDAP', 'slapd')
  else console.error('Проверки входа через каталог LDAP не пройдут: нужен slapd (apt-get install slapd)')
}
