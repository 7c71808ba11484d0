import { afterAll, beforeAll } from 'vitest'
import { auth, corporate } from '@vypusk/contract'
import { testApp, type TestApp } from './app.ts'
import { makePeople } from './making/make.ts'
import { OIDC_CLIENT, startOidc, type TestOidc } from './servers/oidc.ts'
import { passProvider } from './servers/oidc-browser.ts'

export const PUBLIC_URL = 'http://127.0.0.1:3000'

/** Goes from the button to the provider and back to our page, as the browser does. */
export async function passAt(product: TestApp, subject: string) {
  const { url, ...begun } = (await product.anonymous(corporate.start)).body
  return { ...begun, search: await passProvider(url, `${PUBLIC_URL}/login/corporate`, subject) }
}

export const signInAt = async (product: TestApp, subject: string) =>
  product.anonymous(corporate.finish, { body: await passAt(product, subject) })

/** A provider for the tests of one file, each of which opens a product of its own. */
export function corporateProvider() {
  const world = {} as { provider: TestOidc }
  beforeAll(async () => void (world.provider = await startOidc(PUBLIC_URL)))
  afterAll(() => world.provider.close())
  const open = (settings: Record<string, string>) =>
    testApp({
      OIDC_ISSUER: world.provider.issuer,
      OIDC_CLIENT_ID: OIDC_CLIENT.id,
      OIDC_CLIENT_SECRET: OIDC_CLIENT.secret,
      ...settings,
    })
  return Object.assign(world, { open })
}

interface CorporateWorld {
  product: TestApp
  people: Awaited<ReturnType<typeof makePeople>>
}

/** A provider and a product with a corporate sign-in by it; `groups` is the setting OIDC_GROUPS, `link` OIDC_LINK. */
export function corporateWorld({ groups, link }: { groups: string; link?: string }) {
  const provided = corporateProvider()
  const world = Object.assign(provided, {} as CorporateWorld)
  beforeAll(async () => {
    world.product = await provided.open({ OIDC_GROUPS: groups, ...(link ? { OIDC_LINK: link } : {}) })
    world.people = await makePeople(world.product.deps.db)
  })
  afterAll(() => world.product.close())
  const signIn = (subject: string) => signInAt(world.product, subject)
  return Object.assign(world, {
    pass: (subject: string) => passAt(world.product, subject),
    signIn,
    /** Signs in. @returns who that is */
    userBy: async (subject: string) => {
      const { body } = await signIn(subject)
      return (await world.product.withToken(body.access_token)(auth.getUser)).body
    },
  })
}
