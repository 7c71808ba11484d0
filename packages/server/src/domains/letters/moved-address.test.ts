import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { addressesOf, noteAddress } from '../../platform/database/addresses.ts'
import { entries, feedOf, subscribe } from '../../testing/calendar-links.ts'
import { emptyBox, letterWorld, newAgreement, read, send, update } from '../../testing/letters.ts'
import { deliverNow } from '../../testing/once-free.ts'

/** The system gets another address: what calendars have is theirs still, and what waits leads to the new one. */

const world = letterWorld()
const fetchBy = feedOf(world)

/** What a start at this address does. */
async function startAt(publicUrl: string) {
  const { deps } = world.product
  await noteAddress(deps.db, publicUrl)
  deps.settings.publicUrl = publicUrl
  deps.addresses = await addressesOf(deps.db, publicUrl)
}

/** The last letter to the client, with its calendar entry. */
function lastLetter() {
  const { mail } = world.smtp.received.findLast(({ to }) => to === 'client1@example.ru')!
  const file = mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar')!.content as ArrayBuffer
  const text = new TextDecoder().decode(file)
  const entry = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')!
  const { uid, description } = new ICAL.Event(entry)
  return { mail, text, entry: { uid, description, url: entry.getFirstPropertyValue('url') } }
}

test('an entry keeps its name in letters and behind a link, however often the system moves', async () => {
  await startAt('http://localhost:3000')
  await startAt('http://10.0.0.5:3000')
  const id = await newAgreement(world)
  await send(world, id)
  await emptyBox(world)
  await startAt('https://release.example.ru')
  const moved = { updateTarget: 4, releaseDate: '2026-03-27', cancel_reason: 'Стенд занят' } as const
  expect((await update(world.admin, id, moved)).status).toBe(200)
  const { entry, mail } = lastLetter()
  expect(entry).toMatchObject({ uid: `agreement-${id}@10.0.0.5` })
  expect(entry.url).toMatch(/^https:\/\/release\.example\.ru\//)
  expect(mail.html).not.toContain('10.0.0.5')
  const feed = entries((await fetchBy(await subscribe(world.manager))).raw)
  expect(feed.map(({ uid }) => uid)).toContain(`agreement-${id}@10.0.0.5`)
})

test('a letter that waited while the system moved, or is repeated, leads to where it is now', async () => {
  const former = 'https://vypusk.a-rather-long-name-that-makes-every-line-of-a-calendar-fold.example.ru'
  await startAt(former)
  world.smtp.answer = () => ({ responseCode: 451, message: '4.7.1 Try again later' })
  const id = await newAgreement(world)
  await send(world, id)
  const [{ id: delivery_id } = { id: 0 }] = (await read(world, id)).deliveries
  await startAt('https://release.example.ru')
  world.smtp.answer = () => undefined
  await deliverNow(world.product.deps, delivery_id)
  const { mail, text, entry } = lastLetter()
  expect(mail.html).toMatch(/href="https:\/\/release\.example\.ru\/approve\/[\w-]{43}\?act=agree"/)
  expect(mail.text).toMatch(/: https:\/\/release\.example\.ru\/approve\/[\w-]{43}\?act=agree\n/)
  expect(`${mail.html} ${mail.text} ${entry.description} ${String(entry.url)}`).not.toContain('a-rather-long-name')
  expect(entry.uid).toBe(`agreement-${id}@10.0.0.5`)
  expect(text.split(/\r?\n/).filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
})
