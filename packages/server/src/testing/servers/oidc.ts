import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider, type Configuration } from 'oidc-provider'

/** The provider's claims about a person; the subject is the login entered into its form. */
export interface OidcPerson {
  /** The SCIM id from a directory. */
  oid?: string
  preferred_username?: string
  name?: string
  email?: string
  email_verified?: boolean
  /** Anything, as a provider may be set up wrongly. */
  groups?: unknown
}

export interface TestOidc {
  /** For OIDC_ISSUER. */
  issuer: string
  /** People by subject; others do not exist. */
  people: Record<string, OidcPerson>
  /** Runs before each answer of the provider: to delay it, or to answer something else. */
  before: (answer: { path: string; end: (text: string) => void }) => Promise<void>
  close(): Promise<void>
}

export const OIDC_CLIENT = { id: 'vypusk', secret: 'a-secret-of-the-tests' }

const configuration = (box: TestOidc, publicUrl: string): Configuration => ({
  clients: [
    {
      client_id: OIDC_CLIENT.id,
      client_secret: OIDC_CLIENT.secret,
      redirect_uris: [`${publicUrl}/login/corporate`],
      post_logout_redirect_uris: [`${publicUrl}/login`],
      grant_types: ['authorization_code'],
      response_types: ['code'],
    },
  ],
  claims: { profile: ['name', 'preferred_username', 'groups', 'oid'], email: ['email', 'email_verified'] },
  findAccount: (_context, sub) => {
    const person = box.people[sub]
    return person && { accountId: sub, claims: async () => ({ sub, ...person }) }
  },
  pkce: { required: () => true },
  // Its own form prints that it should be replaced.
  features: {
    rpInitiatedLogout: {
      logoutSource: (context, form) => {
        context.body = `${form}<button type="submit" form="op.logoutForm" value="yes" name="logout">Yes, sign me out</button>`
      },
    },
  },
  ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
  cookies: { keys: ['of the tests'] },
})

/** Suppresses warnings about what is fine in a test: an in-memory store, its own keys and forms. */
function quietly<Made>(make: () => Made): Made {
  const { warn } = console
  console.warn = () => {}
  try {
    return make()
  } finally {
    console.warn = warn
  }
}

/** Starts a real OpenID Connect provider with its own forms for sign-in and consent. */
export async function startOidc(publicUrl: string): Promise<TestOidc> {
  const server: Server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const box: TestOidc = {
    issuer: `http://127.0.0.1:${port}`,
    people: {},
    before: async () => {},
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const answer = quietly(() => new Provider(box.issuer, configuration(box, publicUrl)).callback())
  server.on('request', async (request, reply) => {
    await box.before({
      path: request.url ?? '',
      end: (text) => {
        reply.setHeader('content-type', 'application/json').end(text)
      },
    })
    if (!reply.writableEnded) await answer(request, reply)
  })
  return box
}
