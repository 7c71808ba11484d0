import { readable } from '@vypusk/contract'
import type * as ldap from 'ldapts'
import { CorporateDown, loginOf, nameOf, type CorporateAccount } from './account.ts'
import type { LdapSettings } from './settings.ts'

/** The corporate directory: checks passwords and looks up people. */
export interface Directory {
  /**
   * Checks a password.
   * @returns null when login and password do not match
   * @throws CorporateDown
   */
  check(login: string, password: string): Promise<CorporateAccount | null>
  /**
   * Connects, switches to TLS and signs in with the product's own account, if it has one.
   * @throws CorporateDown
   */
  reach(): Promise<void>
}

const TIMEOUT_MS = 5000
const SUBJECTS = ['entryUUID', 'objectGUID'] as const
const ATTRIBUTES = [...SUBJECTS, 'uid', 'sAMAccountName', 'displayName', 'cn', 'mail', 'memberOf']

const textsOf = (entry: ldap.Entry, name: string): string[] =>
  [entry[name] ?? []].flat().map((value) => (Buffer.isBuffer(value) ? value.toString('hex') : value))
const allOf = (entry: ldap.Entry, ...names: string[]): string[] => names.flatMap((name) => textsOf(entry, name))
const firstOf = (entry: ldap.Entry, ...names: string[]): string | undefined =>
  allOf(entry, ...names).find((text) => text.trim() !== '')

/** Escapes every byte of characters that are not plainly harmless, as in RFC 4514. */
const escapedInName = (login: string) =>
  login.replace(/[^\p{L}\p{N}._@-]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join(''),
  )

function accountOf(entry: ldap.Entry, { url }: LdapSettings, groups: string[], typed: string): CorporateAccount {
  const logins = allOf(entry, 'uid', 'sAMAccountName')
  const login = loginOf(typed, ...logins)
  const email = readable(firstOf(entry, 'mail') ?? '')
  const isAddress = /^[^@\s]+@[^@\s]+$/.test(email)
  return {
    provider: `ldap ${url}`,
    subject: firstOf(entry, ...SUBJECTS) ?? entry.dn.toLowerCase(),
    login,
    name: nameOf(login, ...allOf(entry, 'displayName', 'cn')),
    email: isAddress ? email : null,
    // A login that only looks like another one, with marks that nobody sees, is nobody's here.
    linksBy: (logins.length === 0 ? [typed] : logins).includes(login) ? 'login' : 'nothing',
    externalId: null,
    groups: [...textsOf(entry, 'memberOf'), ...groups],
  }
}

/** A session with the directory for one sign-in. */
class Conversation {
  private readonly lib: typeof ldap
  private readonly client: ldap.Client
  private readonly settings: LdapSettings

  constructor(lib: typeof ldap, client: ldap.Client, settings: LdapSettings) {
    this.lib = lib
    this.client = client
    this.settings = settings
  }

  /** Whether name and password match. Any result other than a clear yes or no is thrown. */
  async opens(dn: string, password: string): Promise<boolean> {
    const { InvalidCredentialsError, NoSuchObjectError, InappropriateAuthError, InvalidDNSyntaxError } = this.lib
    const no = [InvalidCredentialsError, NoSuchObjectError, InappropriateAuthError, InvalidDNSyntaxError]
    return this.client.bind(dn, password).then(
      () => true,
      (error: unknown) => {
        if (no.some((kind) => error instanceof kind)) return false
        throw error
      },
    )
  }

  /**
   * The only matching entry, or null. Referrals to other servers are not followed, since those servers are not trusted.
   */
  private async only(base: string, options: ldap.SearchOptions): Promise<ldap.Entry | null> {
    const found = await this.client.search(base, {
      sizeLimit: 2,
      attributes: ATTRIBUTES,
      explicitBufferAttributes: ['objectGUID'],
      ...options,
    })
    return found.searchEntries.length === 1 ? (found.searchEntries[0] ?? null) : null
  }

  private async groupsOf(dn: string, login: string): Promise<string[]> {
    const { groupBase } = this.settings
    if (groupBase === null) return []
    const { Filter } = this.lib
    const [name, uid] = [Filter.escape(dn), Filter.escape(login)]
    const filter = `(|(member=${name})(uniqueMember=${name})(memberUid=${uid}))`
    const { searchEntries } = await this.client.search(groupBase, { filter, attributes: ['cn'] })
    return searchEntries.map((entry) => entry.dn)
  }

  private async account(entry: ldap.Entry, login: string) {
    return accountOf(entry, this.settings, await this.groupsOf(entry.dn, firstOf(entry, 'uid') ?? login), login)
  }

  /** Builds the name from the login; the person's own entry is then read with their rights. */
  async byTemplate(template: string, login: string, password: string): Promise<CorporateAccount | null> {
    const dn = template.replaceAll('{login}', escapedInName(login))
    if (!(await this.opens(dn, password))) return null
    const entry = await this.only(dn, { scope: 'base' })
    return entry && this.account(entry, login)
  }

  /** Searches for the name with the product's own account. */
  async bySearch(base: string, login: string, password: string): Promise<CorporateAccount | null> {
    const { bindDn, bindPassword, filter } = this.settings
    if (bindDn !== null) await this.client.bind(bindDn, bindPassword)
    const entry = await this.only(base, { filter: filter.replaceAll('{login}', this.lib.Filter.escape(login)) })
    const account = entry && (await this.account(entry, login))
    // An unknown login takes as long as a known one.
    const fits = await this.opens(entry?.dn ?? `cn=nobody,${base}`, password)
    return fits ? account : null
  }
}

/**
 * An LDAP directory, used by search or by template. The connection is always encrypted, except on the same machine
 * (docs/decisions/0028).
 */
export function directoryAt(settings: LdapSettings): Directory {
  const { url, startTls, userDn, base, bindDn, bindPassword } = settings
  const talk = async <Result>(say: (lib: typeof ldap, client: ldap.Client) => Promise<Result>): Promise<Result> => {
    const lib = await import('ldapts')
    const client = new lib.Client({ url, timeout: TIMEOUT_MS, connectTimeout: TIMEOUT_MS })
    try {
      if (startTls) await client.startTLS({ servername: new URL(url).hostname })
      return await say(lib, client)
    } catch (error) {
      throw new CorporateDown('The directory did not answer as it should', { cause: error })
    } finally {
      await client.unbind().catch(() => {})
    }
  }
  return {
    check: async (login, password) => {
      // LDAP accepts a name with an empty password as an anonymous sign-in.
      if (password === '') return null
      return talk((lib, client) => {
        const conversation = new Conversation(lib, client, settings)
        return userDn === null
          ? conversation.bySearch(base, login, password)
          : conversation.byTemplate(userDn, login, password)
      })
    },
    reach: () =>
      talk(async (_lib, client) => {
        if (bindDn !== null) await client.bind(bindDn, bindPassword)
        // The directory's description of itself is readable without signing in.
        else await client.search('', { scope: 'base', attributes: ['supportedLDAPVersion'] })
      }),
  }
}
