import { auth } from '@vypusk/contract'
import type { Call, Person } from '../../../platform/call.ts'
import { announceOwnAccount } from '../../../platform/live/own-news.ts'
import { refuseField } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { MAX_SETTINGS_BYTES, MAX_SETTINGS_PAGES } from '../policy.ts'
import { lockPerson } from '../store/sessions.ts'
import { pagesOf, writeSettings } from '../store/settings.ts'

const TOO_MANY = `Настройки хранятся не больше чем для ${MAX_SETTINGS_PAGES} страниц`

/** Stores one page's settings; the person's other windows show them. */
export async function keepPageSettings(tx: Transaction, person: Person, page: string, pageSettings: unknown) {
  await writeSettings(tx, person.id, page, pageSettings)
  await announceOwnAccount(tx, person)
}

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
  await inTransaction(call, async (tx) => {
    // Locked, so that pages saved at once are counted one after another.
    await lockPerson(tx, call.person.id)
    const pages = await pagesOf(tx, call.person.id)
    if (pages.length >= MAX_SETTINGS_PAGES && !pages.includes(page)) throw refuseField('page', TOO_MANY)
    await keepPageSettings(tx, call.person, page, pageSettings)
  })
  return { message: 'Success' }
}
