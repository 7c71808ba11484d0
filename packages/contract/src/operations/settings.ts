import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { abilities } from '../values.ts'

/**
 * Settings that the process was started with (product.md, "Settings and demo sign-ins"). They are shown on a screen and
 * cannot be changed there.
 */

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
  /** The fact's name in Russian. */
  title: z.string(),
  /** The environment variable that sets it; empty for facts that the system itself reports. */
  variable: z.string(),
  /** Null when it is not set, and for every secret, set or not. */
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
    'How this installation is set up, by section, with the environment variable of each setting. For passwords, keys and client secrets only whether they are set is reported, never the value.',
  reply: z.object({ sections: z.array(settingGroup) }),
})

export const checked = z.object({
  is_ok: z.boolean(),
  /** What was found, or what is wrong, in a sentence for people. */
  sentence: z.string(),
  /** What the other side answered, without secrets; null when there was no answer. */
  detail: z.string().nullable(),
  took_ms: z.int().min(0),
})
export type Checked = z.output<typeof checked>

export const check = endpoint({
  method: 'POST',
  path: '/admin/settings/:section/check',
  access: 'admin',
  summary:
    'Tests one part of the installation for at most 10 seconds, leaving nothing behind: queries the database, signs in to the mail server without sending, writes and removes a small file on the FTP server or in the store, reaches the provider and the directory of the corporate sign-in, writes and removes a small file in the folder of the daily copies. A failure is a 200 with `is_ok` false; 422 for what is not set up.',
  params: z.object({ section }),
  reply: checked,
})
