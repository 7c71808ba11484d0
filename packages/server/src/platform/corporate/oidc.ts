import { readable } from '@vypusk/contract'
import type * as openid from 'openid-client'
import * as z from 'zod'
import { CorporateDown, loginOf, nameOf, type CorporateAccount } from './account.ts'
import type { OidcSettings } from './settings.ts'

/** Values that the browser keeps from the start of a sign-in to its end; none of them appears in a URL of ours. */
export interface Begun {
  state: string
  nonce: string
  code_verifier: string
}

export interface Oidc {
  /**
   * Starts a sign-in.
   * @returns the URL to send the browser to
   * @throws CorporateDown
   */
  begin(): Promise<Begun & { url: string }>
  /**
   * Finishes a sign-in with the answer that the provider sent the browser back with.
   * @param search the query string of the address it came back to
   * @throws CorporateDown, SignInRefused
   */
  finish(begun: Begun, search: string): Promise<{ account: CorporateAccount; end_session_url: string | null }>
  /**
   * Fetches the provider's metadata again.
   * @throws CorporateDown
   */
  reach(): Promise<void>
}

/** The provider answered with a refusal: the person cancelled, or the answer does not belong to a current sign-in. */
export class SignInRefused extends Error {
  override name = 'SignInRefused'
  readonly kind: 'cancelled' | 'stale'

  constructor(kind: SignInRefused['kind'], cause?: unknown) {
    super(kind, { cause })
    this.kind = kind
  }
}

/** The page to which the provider sends the browser back; it has to be registered there. */
const RETURN_PATH = '/login/corporate'
const TIMEOUT_SECONDS = 5
const text = z.string().trim().min(1)

const claims = z.object({
  sub: text.max(255),
  preferred_username: text.max(100).optional().catch(undefined),
  name: text.max(250).optional().catch(undefined),
  email: text
    .regex(/^[^@\s]+@[^@\s]+$/)
    .optional()
    .catch(undefined),
  email_verified: z.boolean().catch(false),
})
const groupsIn = z
  .union([z.array(z.string()), z.string().transform((one) => [one])])
  .nullable()
  .catch(null)

/** The name under which identities of the provider are stored. */
export const providerOf = ({ issuer }: OidcSettings) => `oidc ${issuer}`

/** An address that only looks like another one, with marks that nobody sees, is not vouched for. */
function linkOf({ linksBy }: OidcSettings, isVouchedFor: boolean): CorporateAccount['linksBy'] {
  return linksBy === 'email' && !isVouchedFor ? 'nothing' : linksBy
}

function accountOf(userInfo: object, settings: OidcSettings): CorporateAccount {
  const { sub, preferred_username, name, email: given, email_verified } = claims.parse(userInfo)
  const email = given === undefined ? undefined : readable(given)
  const { groupsClaim } = settings
  const named = (userInfo as Record<string, unknown>)[settings.scimClaim]
  const login = loginOf(sub, preferred_username, email)
  return {
    provider: providerOf(settings),
    subject: sub,
    login,
    name: nameOf(login, name),
    email: email ?? null,
    linksBy: linkOf(settings, given !== undefined && given === email && email_verified),
    externalId: typeof named === 'string' && named !== '' ? named : null,
    groups: groupsIn.parse((userInfo as Record<string, unknown>)[groupsClaim]),
  }
}

const isCancelled = new Set(['access_denied', 'login_required', 'interaction_required', 'consent_required'])

/** Classifies an error of the library. */
function failureOf({ AuthorizationResponseError, ResponseBodyError }: typeof openid, error: unknown): Error {
  if (error instanceof AuthorizationResponseError && isCancelled.has(error.error)) {
    return new SignInRefused('cancelled', error)
  }
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant') return new SignInRefused('stale', error)
  return new CorporateDown('The identity provider did not answer as it should', { cause: error })
}

/** RFC 6749 requires every provider to accept the secret in the header, but some only want it in the body. */
function secretOf(
  { ClientSecretBasic, ClientSecretPost, None }: typeof openid,
  secret: string | null,
): openid.ClientAuth {
  if (secret === null) return None()
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (server, ...rest) => {
    const known = server.token_endpoint_auth_methods_supported
    return (known?.includes('client_secret_basic') === false ? post : basic)(server, ...rest)
  }
}

type Ask<Result> = (lib: typeof openid, config: openid.Configuration) => Promise<Result>

/** The provider's metadata is fetched once; after a failure it is fetched again. */
function connection(settings: OidcSettings) {
  let known: Promise<openid.Configuration> | undefined
  const discover = (lib: typeof openid) =>
    lib.discovery(new URL(settings.issuer), settings.clientId, undefined, secretOf(lib, settings.clientSecret), {
      timeout: TIMEOUT_SECONDS,
      execute: [
        lib.enableNonRepudiationChecks,
        // oxlint-disable-next-line typescript/no-deprecated -- The settings let http: through on this machine only.
        ...(settings.issuer.startsWith('http:') ? [lib.allowInsecureRequests] : []),
      ],
    })
  return async <Result>(ask: Ask<Result>, isAnew = false): Promise<Result> => {
    const lib = await import('openid-client')
    if (isAnew) known = undefined
    try {
      known ??= discover(lib)
      const config = await known.catch((error: unknown) => {
        known = undefined
        throw error
      })
      return await ask(lib, config)
    } catch (error) {
      throw failureOf(lib, error)
    }
  }
}

/** OpenID Connect with one provider: authorization code, PKCE, state, nonce, signed answers (docs/decisions/0028). */
export function oidcAt(settings: OidcSettings, publicUrl: string): Oidc {
  const returnUrl = `${publicUrl}${RETURN_PATH}`
  const withConfig = connection(settings)
  const begin: Ask<Begun & { url: string }> = async (lib, config) => {
    const [state, nonce, code_verifier] = [lib.randomState(), lib.randomNonce(), lib.randomPKCECodeVerifier()]
    const url = lib.buildAuthorizationUrl(config, {
      redirect_uri: returnUrl,
      scope: settings.scope,
      state,
      nonce,
      code_challenge: await lib.calculatePKCECodeChallenge(code_verifier),
      code_challenge_method: 'S256',
    })
    return { url: url.href, state, nonce, code_verifier }
  }
  return {
    begin: () => withConfig(begin),
    reach: () => withConfig(async () => {}, true),
    finish: async ({ state, nonce, code_verifier }, search) => {
      const came = new URL(returnUrl)
      came.search = search
      if (came.searchParams.get('state') !== state) throw new SignInRefused('stale')
      return withConfig(async (lib, config) => {
        const expected = { expectedState: state, expectedNonce: nonce, idTokenExpected: true }
        const tokens = await lib.authorizationCodeGrant(config, came, { pkceCodeVerifier: code_verifier, ...expected })
        const { userinfo_endpoint, end_session_endpoint } = config.serverMetadata()
        const own = tokens.claims() ?? { sub: '' }
        const more = userinfo_endpoint ? await lib.fetchUserInfo(config, tokens.access_token, own.sub) : {}
        const leaving = { post_logout_redirect_uri: `${publicUrl}/login`, id_token_hint: tokens.id_token ?? '' }
        return {
          account: accountOf({ ...own, ...more }, settings),
          end_session_url: end_session_endpoint ? lib.buildEndSessionUrl(config, leaving).href : null,
        }
      })
    },
  }
}
