import { randomUUID } from 'node:crypto'
import { cutTo, type BodyOf, type letterTemplates } from '@vypusk/contract'
import type { Call, Actor } from '../../../platform/call.ts'
import { asError } from '../../../platform/runtime/as-error.ts'
import { emit } from '../../../platform/events.ts'
import { recordChanges } from '../../../platform/history.ts'
import { Refusal, refuse, refuseWith } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { TooSlow, within } from '../../../platform/runtime/within.ts'
import { mayTest, reasons } from '../policy.ts'
import { templateBy, templateDetail } from '../queries/templates.ts'
import { reasonOf } from '../rules.ts'
import { lockTemplate, writeTemplate } from '../store/letters.ts'
import { letterOf, wordsNow } from '../templates/register.ts'
import { sampleOf } from '../templates/samples.ts'
import { faultsOf, wordingOf, type Template, type Wording } from '../templates/wording.ts'

const PATIENCE_MS = 10_000
const titles = { subject: 'Тема', heading: 'Заголовок', text: 'Текст', button: 'Кнопка' }

type Words = BodyOf<typeof letterTemplates.preview>

/** @throws 422 with the errors of each field */
function refuseFaults(template: Template, words: Wording): void {
  const errors = faultsOf(template, words)
  const [first] = Object.values(errors).flat()
  if (first !== undefined) throw new Refusal([422, first], { errors })
}

/** The fields that differ from the template's own wording; the others follow the product. */
const overriding = (template: Template, words: Wording) => ({
  subject: words.subject === template.subject ? null : words.subject,
  heading: words.heading === template.heading ? null : words.heading,
  text: words.text === template.text ? null : words.text,
  button: words.button === template.button ? null : words.button,
})

const emitChange = (tx: Transaction, actor: Actor, entity_id: number, version: number) =>
  emit(tx, actor, { kind: 'changed', entity: 'letter_template', entity_id, version, companies: [], data: {} })

async function word(call: Actor, id: number, words: Wording, version: number | undefined) {
  const template = templateBy(id)
  await inTransaction(call, async (tx) => {
    const row = await lockTemplate(tx, id)
    if (version !== undefined && version !== row.version) {
      throw refuse('stale', { current: await templateDetail(tx, call.deps, call.person, id) })
    }
    const changed = await recordChanges(tx, call, {
      entity: 'letter_template',
      entity_id: id,
      titles,
      before: wordsNow(template, new Map([[id, row]])),
      after: wordingOf(words),
      note: template.name,
    })
    if (changed.length === 0) return
    await emitChange(tx, call, id, await writeTemplate(tx, id, overriding(template, words)))
  })
  return { message: 'Success', template: await templateDetail(call.deps.db, call.deps, call.person, id) }
}

/** Changes the wording of a letter, used by letters from now on. */
export function saveTemplate(call: Call<typeof letterTemplates.save>) {
  const { version, ...words } = call.body
  refuseFaults(templateBy(call.params.id), words)
  return word(call, call.params.id, words, version)
}

/** Restores a letter's own wording. */
export const resetTemplate = (call: Call<typeof letterTemplates.reset>) =>
  word(call, call.params.id, wordingOf(templateBy(call.params.id)), call.body.version)

function drafted({ settings }: Actor['deps'], id: number, words: Words) {
  const template = templateBy(id)
  refuseFaults(template, words)
  return letterOf(sampleOf(template.key, settings.publicUrl), new Map([[id, words]]))
}

/** The letter that a draft would make, with plausible data. */
export const previewTemplate = async ({ deps, params, body }: Call<typeof letterTemplates.preview>) =>
  drafted(deps, params.id, body)

function failure(error: Error) {
  const isSlow = error instanceof TooSlow
  const sentence = isSlow
    ? `Почтовый сервер не ответил за ${PATIENCE_MS / 1000} секунд: письмо ещё может прийти`
    : reasonOf(error)
  return { is_sent: false, sentence, detail: isSlow ? null : cutTo(error.message, 1000) }
}

/** Sends that letter to the caller, and returns what the mail server answered. */
export async function testTemplate({ deps, person, params, body }: Call<typeof letterTemplates.test>) {
  const may = mayTest(person)
  if (may !== true || person.email === null) throw refuseWith(may === true ? reasons.noAddress : may)
  const letter = drafted(deps, params.id, body)
  const { mailer, settings } = deps
  const messageId = `<proba-${randomUUID()}@${new URL(settings.publicUrl).hostname}>`
  const to = person.email
  const send = () => mailer.send({ ...letter, messageId, to, subject: `Проба: ${letter.subject}` })
  const error = await within(PATIENCE_MS, send).then(() => null, asError)
  if (error) return failure(error)
  const sentence = mailer.real
    ? `Почтовый сервер принял письмо для ${to}`
    : 'Письмо сложено файлом в папку outbox: SMTP_URL не задан'
  return { is_sent: true, sentence, detail: null }
}
