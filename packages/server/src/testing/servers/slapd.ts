import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { Client } from 'ldapts'
import { temporaryFolder } from '../folder.ts'
import { freePort } from '../port.ts'
import { tlsCertificate, tlsKey } from './server-keys.ts'

const PROGRAM = '/usr/sbin/slapd'
const MANAGER = { dn: 'cn=manager,dc=example,dc=ru', password: 'of-the-manager' }
export const BASE = 'dc=example,dc=ru'
export const PEOPLE = `ou=people,${BASE}`
export const GROUPS = `ou=groups,${BASE}`
/** The product's account, which may look people up. */
export const READER = { dn: `cn=reader,${BASE}`, password: 'of-the-reader' }

export interface TestDirectory {
  /** `ldap:`, which can switch to TLS, and `ldaps:`. Both have a certificate for localhost. */
  url: string
  tlsUrl: string
  /** Writes as the directory's manager. */
  write: (change: (client: Client) => Promise<void>) => Promise<void>
  addPerson(uid: string, input?: Record<string, string>): Promise<void>
  setGroup(cn: string, uids: string[]): Promise<void>
  /** Makes it stop answering without going away; `thaw` ends that. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

/** Only its manager can read passwords; unencrypted connections can do nothing before TLS. */
const configuration = (folder: string) => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload memberof
TLSCertificateFile ${folder}/server.crt
TLSCertificateKeyFile ${folder}/server.key
security simple_bind=1
database mdb
suffix "${BASE}"
directory ${folder}/data
rootdn "${MANAGER.dn}"
rootpw ${MANAGER.password}
overlay memberof
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${READER.dn}" read by self read by anonymous auth by * none
`

async function prepare(folder: string) {
  if (!existsSync(PROGRAM))
    throw new Error(`${PROGRAM} is missing: apt-get install slapd (npm run test:systems does so on Debian)`)
  await mkdir(join(folder, 'data'))
  await writeFile(join(folder, 'server.crt'), tlsCertificate)
  await writeFile(join(folder, 'server.key'), tlsKey)
  await writeFile(join(folder, 'slapd.conf'), configuration(folder))
}

async function fill(write: TestDirectory['write']) {
  await write(async (client) => {
    await client.add(BASE, { objectClass: ['dcObject', 'organization'], dc: 'example', o: 'Пример' })
    for (const ou of ['people', 'groups'])
      await client.add(`ou=${ou},${BASE}`, { objectClass: 'organizationalUnit', ou })
    const account = { objectClass: ['organizationalRole', 'simpleSecurityObject'], cn: 'reader' }
    await client.add(READER.dn, { ...account, userPassword: READER.password })
  })
}

/**
 * Makes this process trust the certificate of the tests.
 * @returns a function that undoes it
 */
export function trustTests(): () => void {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, tlsCertificate])
  return () => setDefaultCACertificates(before)
}

const writing =
  (url: string): TestDirectory['write'] =>
  async (change) => {
    const client = new Client({ url, tlsOptions: { ca: tlsCertificate, servername: 'localhost' } })
    await client.bind(MANAGER.dn, MANAGER.password)
    await change(client).finally(() => client.unbind())
  }

const peopleIn = (write: TestDirectory['write']): Pick<TestDirectory, 'addPerson' | 'setGroup'> => ({
  addPerson: (uid, input = {}) =>
    write((client) =>
      client.add(`uid=${uid},${PEOPLE}`, {
        objectClass: 'inetOrgPerson',
        uid,
        cn: uid,
        sn: uid,
        userPassword: `password of ${uid}`,
        ...input,
      }),
    ),
  setGroup: (cn, uids) =>
    write(async (client) => {
      await client.del(`cn=${cn},${GROUPS}`).catch(() => {})
      const member = [READER.dn, ...uids.map((uid) => `uid=${uid},${PEOPLE}`)]
      await client.add(`cn=${cn},${GROUPS}`, { objectClass: 'groupOfNames', cn, member })
    }),
})

/** Starts OpenLDAP's own server on free ports of this machine. */
export async function startSlapd(): Promise<TestDirectory> {
  const folder = await temporaryFolder('slapd')
  await prepare(folder.path)
  const [url, tlsUrl] = [`ldap://localhost:${await freePort()}`, `ldaps://localhost:${await freePort()}`]
  const args = ['-d', '0', '-f', join(folder.path, 'slapd.conf'), '-h', `${url} ${tlsUrl}`]
  const server = spawn(PROGRAM, args, { stdio: 'ignore' })
  const write = writing(tlsUrl)
  const filled = () =>
    fill(write).then(
      () => true,
      () => false,
    )
  for (let tries = 0; !(await filled()); tries += 1) {
    if (tries === 50 || server.exitCode !== null) throw new Error('slapd does not start')
    await pause(100)
  }
  return {
    url,
    tlsUrl,
    write,
    ...peopleIn(write),
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
    stop: async () => {
      server.kill('SIGKILL')
      await once(server, 'exit')
      await folder.remove()
    },
  }
}
