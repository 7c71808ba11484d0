import { parseArgs } from 'node:util'
import pg from 'pg'
import { zones } from '@vypusk/contract'
import { rewriteInZone } from './domains/agreements/port.ts'
import { noteFollowers } from './domains/calendars/port.ts'
import { rewriteMatters } from './domains/notices/port.ts'
import { systemClock } from './platform/clock.ts'
import { CommandError, quiet, runCommand, say } from './platform/runtime/command.ts'
import { capital, reachDatabase } from './platform/database/connect.ts'
import { openDatabase } from './platform/database.ts'
import { takeAlone } from './platform/database/in-use.ts'
import { keepZone, replaceZone } from './platform/database/kept-zone.ts'
import { NOBODY, type Person } from './platform/person.ts'
import { loadSettings } from './platform/settings/file.ts'
import { inTransaction } from './platform/transaction.ts'

/**
 * `npm run zone -- Asia/Omsk`: changes the time zone of the installation while the system is stopped. Agreed dates are
 * rewritten for the clocks of the new zone, so that none of their moments moves (docs/decisions/0142).
 */

const USAGE = 'Укажите часовой пояс: npm run zone -- Europe/Moscow. Систему на это время остановите'
const NOT_CURRENT = 'Сначала запустите систему этой версии: npm start'

/** The person who runs the command has no account, so the history shows the command in place of an address. */
const CONSOLE: Person = { ...NOBODY, isRivc: true, idcomp: null, email: 'npm run zone' }

const silent = { info: () => {}, warn: () => {} }

const followersSay = (count: number, { from, to }: { from: string; to: string }) =>
  `Компаний без своего пояса: ${count}. Их рабочие часы и часы установки теперь по поясу ${to}, в истории компаний это записано. ` +
  `Кому нужен прежний пояс, тому задайте ${from} в календаре компании`

async function changeZone(config: pg.PoolConfig, to: string): Promise<void> {
  await keepZone(config, silent)
  const from = zones.ownZone()
  const { db, close } = openDatabase(config, quiet)
  const actor = { deps: { db, clock: systemClock }, person: CONSOLE }
  const rewriting = inTransaction(actor, async (tx) => {
    await replaceZone(tx, to)
    await rewriteMatters(tx, { from, to })
    const dates = await rewriteInZone(tx, actor, { from, to })
    return { dates, followers: await noteFollowers(tx, actor, { from, to }) }
  })
  const { dates, followers } = await rewriting.finally(close)
  say(`Часовой пояс системы: ${to}, был ${from}. Дат с временем переписано: ${dates}, их моменты прежние`)
  if (followers > 0) say(followersSay(followers, { from, to }))
  say(`Задайте TZ=${to} и запустите систему`)
}

async function run(): Promise<undefined> {
  const { positionals } = parseArgs({ allowPositionals: true })
  const zone = zones.knownZone(positionals[0] ?? '')
  if (!zone || positionals.length > 1) throw new CommandError(USAGE)
  const { config, name, state, stop } = await reachDatabase(loadSettings(), quiet, false)
  say(capital(name))
  try {
    if (state !== 'current') throw new CommandError(NOT_CURRENT)
    const client = new pg.Client(config)
    client.on('error', () => {})
    await client.connect()
    try {
      await takeAlone(client)
      await changeZone(config, zone)
    } finally {
      await client.end()
    }
  } finally {
    await stop()
  }
}

runCommand(run, USAGE)
