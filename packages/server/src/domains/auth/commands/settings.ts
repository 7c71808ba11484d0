import { auth } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { refuseField } from '../../../platform/refusal.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { MAX_SETTINGS_BYTES } from '../policy.ts'
import { writeSettings } from '../store/settings.ts'

/** Stores one page's settings; the settings of a page named in the brief must have its shape. */
export async function saveSettings(call: Call<typeof auth.saveSettings>) {
  const { page, pageSettings } = call.body
  if (Buffer.byteLength(JSON.stringify(pageSettings)) > MAX_SETTINGS_BYTES) {
    throw refuseField('pageSettings', 'Настройки страницы не больше 32 КиБ')
  }
  const shape = Object.hasOwn(auth.knownPages, page) ? auth.knownPages[page as keyof typeof auth.knownPages] : undefined
  if (shape && !shape.safeParse(pageSettings).success) {
    throw refuseField('pageSettings', `Настройки страницы ${page} имеют другой вид`)
  }
  await inTransaction(call, (tx) => writeSettings(tx, call.person.id, page, pageSettings))
  return { message: 'Success' }
}
