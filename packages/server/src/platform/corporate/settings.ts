import * as z from 'zod'
import { address, hasHost } from '../settings/address.ts'
import { readGroupRights, type GroupRights } from './rights.ts'

/** The corporate identity provider, used through OpenID Connect. */
export interface OidcSettings {
  issuer: string
  clientId: string
  /** Null for a public client, which proves itself by PKCE alone. */
  clientSecret: string | null
  /** Label of the sign-in button. */
  name: string
  scope: string
  /** The claim that lists a person's groups. */
  groupsClaim: string
  /** Null when groups have no effect on rights, and signing in creates no accounts. */
  groups: GroupRights[] | null
  /**
   * How a subject is matched to an account at its first sign-in: by an address that the provider has verified, or by
   * the person's SCIM id. With `nothing`, an administrator links them.
   */
  linksBy: 'email' | 'scim' | 'nothing'
  /** The claim that contains the person's SCIM id. */
  scimClaim: string
}

/** The corporate directory that provisions people by SCIM. */
export interface ScimSettings {
  groups: GroupRights[]
  /** How a person it names is matched to an existing account. */
  linksBy: 'login' | 'email' | 'nothing'
}

/** The corporate directory that checks passwords of the ordinary sign-in form. */
export interface LdapSettings {
  url: string
  /** Switches an `ldap:` connection to TLS before anything is sent. */
  startTls: boolean
  /** The account used to search for people; null to search without one. */
  bindDn: string | null
  bindPassword: string
  /** The base for searching people; '' when `userDn` gives their names. */
  base: string
  /** `{login}` is replaced by the login. */
  filter: string
  /** A template for people's names that contains `{login}`; null to search for them instead. */
  userDn: string | null
  /** The base for finding groups by their members; null when people's entries list their groups. */
  groupBase: string | null
  groups: GroupRights[] | null
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

const isLoopback = ({ hostname }: URL) => LOOPBACK.has(hostname)

/** The connection carries what opens sessions, so it may only be unencrypted within one machine. */
const isSecure = (url: URL) => url.protocol === 'https:' || isLoopback(url)

const hasNoPath = ({ pathname }: URL) => pathname.length <= 1

const withLogin = z.string().includes('{login}')

const groupRights = z
  .string()
  .transform(readGroupRights)
  .refine((read) => read !== null)

/** Variables of the corporate sign-in; `corporateExpected` describes them. */
export const corporateVariables = {
  OIDC_ISSUER: address(['http:', 'https:'], isSecure).optional(),
  OIDC_CLIENT_ID: z.string().trim().optional(),
  OIDC_CLIENT_SECRET: z.string().trim().optional(),
  OIDC_NAME: z.string().trim().max(60).default('Войти через корпоративную учётную запись'),
  OIDC_SCOPE: z
    .string()
    .regex(/(^| )openid( |$)/)
    .default('openid profile email'),
  OIDC_GROUPS_CLAIM: z.string().trim().default('groups'),
  OIDC_GROUPS: groupRights.optional(),
  OIDC_LINK: z.enum(['off', 'email', 'scim']).default('off'),
  OIDC_SCIM_CLAIM: z.string().trim().min(1).max(100).default('sub'),
  LDAP_URL: address(['ldap:', 'ldaps:'], hasHost, hasNoPath).optional(),
  LDAP_START_TLS: z.stringbool().default(true),
  LDAP_BIND_DN: z.string().optional(),
  LDAP_BIND_PASSWORD: z.string().default(''),
  LDAP_BASE: z.string().optional(),
  LDAP_FILTER: withLogin.default('(&(objectClass=person)(|(uid={login})(sAMAccountName={login})))'),
  LDAP_USER_DN: withLogin.optional(),
  LDAP_GROUP_BASE: z.string().optional(),
  LDAP_GROUPS: groupRights.optional(),
  SCIM_GROUPS: groupRights.optional(),
  SCIM_LINK: z.enum(['off', 'login', 'email']).default('off'),
  LOCAL_SIGN_IN: z.stringbool().default(true),
}

const GROUPS =
  'группы и что они дают, например «vypusk-admins=admin, vypusk-staff=staff, acme=client:12+registry»: ' +
  'admin, staff, client:НОМЕР_КОМПАНИИ, registry, registry-create'

/** A description of each variable's valid values, for the person who sets it. */
export const corporateExpected: Record<string, string> = {
  OIDC_ISSUER: 'адрес сервера входа, например https://id.example.ru/realms/staff; http: только на этой же машине',
  OIDC_CLIENT_ID: 'имя этой системы на сервере входа; нужно вместе с OIDC_ISSUER',
  OIDC_NAME: 'надпись на кнопке, до 60 знаков',
  OIDC_SCOPE: 'слова через пробел, среди них openid, например «openid profile email groups»',
  OIDC_GROUPS: GROUPS,
  OIDC_LINK:
    'off, email или scim; email – только если люди не могут сами менять свой адрес на сервере входа, scim – вместе с SCIM_GROUPS',
  OIDC_SCIM_CLAIM: 'свойство, в котором сервер входа называет externalId человека, например sub или oid',
  LDAP_URL: 'адрес каталога без пути, ldaps://dc.example.ru:636 или ldap://dc.example.ru',
  LDAP_START_TLS: 'on или off; off – только для каталога на этой же машине',
  LDAP_BASE: 'где искать людей, например ou=people,dc=example,dc=ru; нужно с LDAP_URL, если нет LDAP_USER_DN',
  LDAP_FILTER: 'фильтр поиска, в котором {login} стоит вместо логина, например (uid={login})',
  LDAP_USER_DN: 'полное имя человека с {login} вместо логина, например uid={login},ou=people,dc=example,dc=ru',
  LDAP_GROUPS: GROUPS,
  SCIM_GROUPS: GROUPS,
  SCIM_LINK: 'off, login или email: по чему названный каталогом человек связан с записью, которая здесь уже есть',
  LOCAL_SIGN_IN: 'on или off; off – только вместе с OIDC_ISSUER или LDAP_URL',
}

const shape = z.object(corporateVariables)
type Read = z.output<typeof shape>

function missingOidc(set: Read): string | null {
  if (set.OIDC_ISSUER && !set.OIDC_CLIENT_ID) return 'OIDC_CLIENT_ID'
  return set.OIDC_LINK === 'scim' && !set.SCIM_GROUPS ? 'SCIM_GROUPS' : null
}

function missingLdap({ LDAP_URL, LDAP_BASE, LDAP_USER_DN, LDAP_START_TLS }: Read): string | null {
  if (!LDAP_URL) return null
  if (!LDAP_BASE && !LDAP_USER_DN) return 'LDAP_BASE'
  const isOpen = LDAP_URL.startsWith('ldap:') && !LDAP_START_TLS
  return isOpen && !isLoopback(new URL(LDAP_URL)) ? 'LDAP_START_TLS' : null
}

/**
 * The name of a variable that another one requires and that is missing or wrong; null when the settings are complete.
 */
export function missingCorporate(set: Read): string | null {
  const hasWay = set.LOCAL_SIGN_IN || set.OIDC_ISSUER || set.LDAP_URL
  return missingOidc(set) ?? missingLdap(set) ?? (hasWay ? null : 'LOCAL_SIGN_IN')
}

export const oidcOf = (set: Read): OidcSettings | null =>
  set.OIDC_ISSUER && set.OIDC_CLIENT_ID
    ? {
        issuer: set.OIDC_ISSUER,
        clientId: set.OIDC_CLIENT_ID,
        clientSecret: set.OIDC_CLIENT_SECRET ?? null,
        name: set.OIDC_NAME,
        scope: set.OIDC_SCOPE,
        groupsClaim: set.OIDC_GROUPS_CLAIM,
        groups: set.OIDC_GROUPS ?? null,
        linksBy: set.OIDC_LINK === 'off' ? 'nothing' : set.OIDC_LINK,
        scimClaim: set.OIDC_SCIM_CLAIM,
      }
    : null

export const scimOf = (set: Read): ScimSettings | null =>
  set.SCIM_GROUPS ? { groups: set.SCIM_GROUPS, linksBy: set.SCIM_LINK === 'off' ? 'nothing' : set.SCIM_LINK } : null

export const ldapOf = (set: Read): LdapSettings | null =>
  set.LDAP_URL
    ? {
        url: set.LDAP_URL,
        startTls: set.LDAP_START_TLS && set.LDAP_URL.startsWith('ldap:'),
        bindDn: set.LDAP_BIND_DN ?? null,
        bindPassword: set.LDAP_BIND_PASSWORD,
        base: set.LDAP_BASE ?? '',
        filter: set.LDAP_FILTER,
        userDn: set.LDAP_USER_DN ?? null,
        groupBase: set.LDAP_GROUP_BASE ?? null,
        groups: set.LDAP_GROUPS ?? null,
      }
    : null
