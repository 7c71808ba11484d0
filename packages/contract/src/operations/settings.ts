import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { abilities } from '../values.ts'

/** What the process was told from outside (product.md, "Settings and demo sign-ins"): read by a screen, changed by none. */

export const settingSections = [
  { section: 'database', name: 'База данных' },
  { section: 'mail', name: 'Почта' },
  { section: 'ftp', name: 'FTP-доставка' },
  { section: 'files', name: 'Хранилище файлов' },
  { section: 'sign_in', name: 'Вход' },
  { section: 'backup', name: 'Резервные копии' },
] as const

const section = z.enum(settingSections.map((each) => each.section))
export type SettingSection = z.output<typeof section>

export const settingFact = z.object({
  /** In Russian. */
  title: z.string(),
  /** The environment variable that says it; empty of what the system itself says. */
  variable: z.string(),
  /** Null for what is not set, and for every secret, set or not. */
  value: z.string().nullable(),
  is_set: z.boolean(),
  is_secret: z.boolean(),
})
export type SettingFact = z.output<typeof settingFact>

export const settingGroup = z.object({ section, facts: z.array(settingFact), abilities: abilities('check') })
export type SettingGroup = z.output<typeof settingGroup>

export const list = endpoint({
  method: 'GET',
  path: '/admin/settings',
  access: 'admin',
  summary:
    'How this installation is set up, by section, with the environment variable of each fact. Passwords, keys and client secrets are said to be set or not, and never told.',
  reply: z.object({ sections: z.array(settingGroup) }),
})

export const checked = z.object({
  is_ok: z.boolean(),
  /** What was found, or what is wrong, for a person. */
  sentence: z.string(),
  /** The other side's own words, without secrets; null where it had none. */
  detail: z.string().nullable(),
  took_ms: z.int().min(0),
})
export type Checked = z.output<typeof checked>

export const check = endpoint({
  method: 'POST',
  path: '/admin/settings/:section/check',
  access: 'admin',
  summary:
    'Tries one part of the installation for at most 10 seconds, leaving nothing behind: asks the database, signs in to the mail server without sending, writes and removes a small file on the FTP server or in the store, reaches the provider and the directory of the corporate sign-in, writes and removes a small file in the folder of the daily copies. What fails is a 200 with `is_ok` false; 422 for what is not set up.',
  params: z.object({ section }),
  reply: checked,
})
