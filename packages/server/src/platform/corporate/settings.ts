import * as z from 'zod'
import { readGroupRights, type GroupRights } from './rights.ts'

/** The company's own identity provider, spoken to by OpenID Connect. */
export interface OidcSettings {
  issuer: string
  clientId: string
  /** Null: a public client, which proves itself by PKCE alone. */
  clientSecret: string | null
  /** The text of the button. */
  name: string
  scope: string
  /** The claim that lists a person's groups. */
  groupsClaim: string
  /** Null: groups give and take nothing, and nobody is made here by signing in. */
  groups: GroupRights[] | null
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** What travels by it opens sessions: without TLS only inside one machine. */
const isSecure = (text: string) =>
  URL.canParse(text) &&
  (new URL(text).protocol === 'https:' || (new URL(text).protocol === 'http:' && LOOPBACK.has(new URL(text).hostname)))

const groupRights = z
  .string()
  .transform(readGroupRights)
  .refine((read) => read !== null)

/** Variables of the corporate sign-in; see `corporateExpected` for what each has to be. */
export const corporateVariables = {
  OIDC_ISSUER: z.string().refine(isSecure).optional(),
  OIDC_CLIENT_ID: z.string().trim().optional(),
  OIDC_CLIENT_SECRET: z.string().trim().optional(),
  OIDC_NAME: z.string().trim().max(60).default('Войти через корпоративную учётную запись'),
  OIDC_SCOPE: z
    .string()
    .regex(/(^| )openid( |$)/)
    .default('openid profile email'),
  OIDC_GROUPS_CLAIM: z.string().trim().default('groups'),
  OIDC_GROUPS: groupRights.optional(),
  LOCAL_SIGN_IN: z.stringbool().default(true),
}

const GROUPS =
  'группы и что они дают, например «vypusk-admins=admin, vypusk-staff=staff, acme=client:12+registry»: ' +
  'admin, staff, client:НОМЕР_КОМПАНИИ, registry, registry-create'

/** What each variable has to be, as said to whoever set it. */
export const corporateExpected: Record<string, string> = {
  OIDC_ISSUER: 'адрес сервера входа, например https://id.example.ru/realms/staff; http: только на этой же машине',
  OIDC_CLIENT_ID: 'имя этой системы на сервере входа; нужно вместе с OIDC_ISSUER',
  OIDC_NAME: 'надпись на кнопке, до 60 знаков',
  OIDC_SCOPE: 'слова через пробел, среди них openid, например «openid profile email groups»',
  OIDC_GROUPS: GROUPS,
  LOCAL_SIGN_IN: 'on или off; off – только вместе с OIDC_ISSUER или LDAP_URL',
}

const shape = z.object(corporateVariables)
type Read = z.output<typeof shape>

/** A variable that others need and that was not set; null when the set is whole. */
export function missingCorporate(set: Read): string | null {
  if (set.OIDC_ISSUER && !set.OIDC_CLIENT_ID) return 'OIDC_CLIENT_ID'
  if (!set.LOCAL_SIGN_IN && !set.OIDC_ISSUER) return 'LOCAL_SIGN_IN'
  return null
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
      }
    : null
