import * as z from 'zod'
import { newPassword } from './account.ts'
import { endpoint } from '../endpoint.ts'
import { passkeyAnswer } from './second-factor.ts'
import { company, done, freeText, id, line, message } from '../values.ts'

/** The version that the brief wants shown (section 9). */
export const APP_VERSION = '2.17.4'

/** A new session: the reply of every way to sign in. */
export const signedIn = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  /** Seconds from now. */
  expires_in: z.int().positive(),
})

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  summary:
    'Signs a person in. 403 for a wrong login or password (the same time and text whichever was wrong), 422 for a blocked account, 429 after 10 failures for a login or 50 from an address in 15 minutes. A person with a second factor gets 401 with `second_factor: {totp, passkey, recovery}` for the right password: repeat the call with `code` (of the application, or a recovery code) or with `passkey`, which the browser makes from `second_factor.passkey`; a wrong one is 401 again, 429 after 5 in 15 minutes. The answer to a recovery code contains `recovery_left`.',
  body: z.object({
    login: freeText(100).min(1),
    password: z.string().min(1).max(1000),
    code: z.string().min(1).max(40).optional(),
    passkey: passkeyAnswer.optional(),
  }),
  reply: signedIn.extend({ recovery_left: z.int().min(0).optional() }),
})

export const sessionUser = z.object({
  id,
  login: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  isRivc: z.boolean(),
  isAdmin: z.boolean(),
  company: company.nullable(),
  /** All companies of a person who belongs to several, by name; omitted for everybody else. */
  companies: z.array(company).optional(),
  app_version: z.string(),
  /**
   * The installation's time zone, `Europe/Moscow`: its days are those that are filtered by and late by. Left out by the
   * former release.
   */
  zone: z.string().max(100).optional(),
  /** True when the installation shows planned hours to clients too; omitted when only staff see them. */
  hours_open: z.literal(true).optional(),
  /** Nothing else can be used until a second factor is set up. */
  must_set_up_factor: z.literal(true).optional(),
})
export type SessionUser = z.output<typeof sessionUser>

export const getUser = endpoint({
  method: 'GET',
  path: '/auth/user',
  access: 'any',
  tool: { name: 'who_am_i', title: 'Кто я' },
  settingUp: true,
  summary: 'The signed-in person; `zone` is the time zone whose days the system counts by.',
  reply: sessionUser,
})

export const chooseCompany = endpoint({
  method: 'POST',
  path: '/auth/company',
  access: 'any',
  bySessionOnly: true,
  summary:
    'Switches this session to another of the caller’s own companies (`companies` of `GET auth/user`): from then on the rights, lists, notices and links are those of the account of that company, and `id` is its id. The next sign-in starts there. 422 for a company that is not one of these.',
  body: z.object({ company: id }),
  reply: z.object({ message, user: sessionUser }),
})

export const logout = endpoint({
  method: 'GET',
  path: '/auth/logout',
  access: 'any',
  settingUp: true,
  bySessionOnly: true,
  summary:
    'Ends the session: the token stops working at once on every node. `end_session_url` is where the browser goes to sign out at the provider that opened it as well.',
  reply: done.extend({ end_session_url: z.url().optional() }),
})

/** What the login page needs to know before anybody is signed in. */
export const getEntrance = endpoint({
  method: 'GET',
  path: '/auth/entrance',
  access: 'public',
  summary: 'The version, the ways to sign in, and the demo sign-ins while the system is in demo mode.',
  reply: z.object({
    app_version: z.string(),
    /** Label of the button that leads to the corporate identity provider; null when none is configured. */
    corporate: z.string().nullable(),
    /**
     * Whether people can sign in with login and password. If not, they can do so only during an emergency declared with
     * `npm run admin`.
     */
    by_password: z.boolean(),
    /** Name of the cookie whose value must equal the stored token; null unless cross-login is configured. */
    cross_login_cookie: z.string().nullable(),
    demo: z.array(z.object({ login: z.string(), password: z.string(), who: z.string() })),
  }),
})

/** Pages named by the brief, whose settings have a fixed shape. Other names accept any JSON. */
export const knownPages = {
  ReleasesPage: z
    .object({ selectedSystems: z.array(id), selectedModules: z.array(id), selectedSteps: z.array(z.int().min(0)) })
    .default({ selectedSystems: [], selectedModules: [], selectedSteps: [] }),
  CompaniesChoice: z.array(id).default([]),
}

export const getSettings = endpoint({
  method: 'GET',
  path: '/user/settings',
  access: 'any',
  summary: "The caller's settings, one entry per page name.",
  reply: z.object(knownPages).catchall(z.unknown()),
})

/** The reads of every screen, wherever it begins. */
export const FIRST_READS = [
  '/auth/user',
  '/auth/entrance',
  '/user/settings',
  '/requests-registry/check-entry-access',
  '/requests-registry/check-create-access',
  '/notices/count',
] as const

export const getFirstReads = endpoint({
  method: 'GET',
  path: '/auth/first-reads',
  access: 'any',
  settingUp: true,
  summary:
    'What a page that has just been opened reads first, in one call, because browsers make six at a time: each part with the status and the body that its own call would answer with. A part that takes longer than 1 s is left out and has to be called by itself.',
  reply: z.object({
    replies: z
      .array(z.object({ path: z.enum(FIRST_READS), status: z.int().min(200).max(599), body: z.unknown() }))
      .max(FIRST_READS.length),
  }),
})

export const saveSettings = endpoint({
  method: 'POST',
  path: '/user/settings',
  access: 'any',
  summary: 'Saves the settings of one page. 422 over 32 KiB of JSON, and for more than 100 pages.',
  body: z.object({ page: line(100, { empty: 'Назовите страницу' }), pageSettings: z.json() }),
  reply: done,
})

const linkParams = z.object({
  token: z
    .string()
    .length(43)
    .regex(/^[\w-]+$/),
})

export const passwordLink = endpoint({
  method: 'GET',
  path: '/auth/password/:token',
  access: 'public',
  summary: 'Whose password the link of a letter sets. 404 for a link that is unknown, was used or has expired.',
  params: linkParams,
  reply: z.object({ login: z.string(), name: z.string() }),
})

export const setPassword = endpoint({
  method: 'POST',
  path: '/auth/password/:token',
  access: 'public',
  summary:
    'Sets the password by the link of a letter, once, and ends every session of the person. 404 for a link that was used or has expired; 422 for a common password or one of fewer than 10 or more than 128 characters.',
  params: linkParams,
  body: z.object({ password: newPassword }),
  reply: done.extend({ login: z.string() }),
})
