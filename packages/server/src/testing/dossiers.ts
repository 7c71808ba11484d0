import {
  approve,
  dossier,
  dossierArchive,
  dossiers,
  publications,
  receipts,
  reminders,
  threads,
} from '@vypusk/contract'
import { unzipSync } from 'fflate'
import { sum } from '../platform/chain/record.ts'
import type { Api } from './app.ts'
import { linkOf, newAgreement, read, send, update, type LetterWorld } from './letters.ts'
import { tokenOf, upload } from './upload.ts'

/**
 * Creates a release whose date was sent, agreed by a letter's link, moved, agreed again, and which was published and
 * received by company1.
 */
export async function livedRelease(world: LetterWorld): Promise<{ release_id: number; agreement_id: number }> {
  const { manager, admin, client1, people, product } = world
  const agreement_id = await newAgreement(world)
  const { release_id } = await read(world, agreement_id)
  await send(world, agreement_id)
  const reason = 'Ждём их нового директора'
  await manager(reminders.pause, { params: { id: agreement_id }, body: { reason } })
  const params = { token: linkOf(world, 'client1@example.ru') }
  await product.anonymous(approve.answer, { params, body: { answer: 'agree' } })
  await update(manager, agreement_id, { updateTarget: 3, recipientsExtra: ['tainoe@example.ru'] })
  const about = { entity: 'agreement' as const, id: agreement_id }
  const raised = await client1(threads.raise, { params: about, body: { html: '<p>Печать стоит</p>', blocks: false } })
  const { id } = raised.body.thread
  await admin(threads.answer, { params: { id }, body: { html: '<p>Между собой</p>', internal: true } })
  const file = { name: 'update.zip', bytes: 'содержимое' }
  const [uploaded] = (await upload(product, await tokenOf(product, 'manager'), [file])).body.files
  const list = [{ release: release_id, files: [uploaded!.id], modules: [], customers: [people.company1] }]
  const body = { list, recipients: { rivc: [], clients: [people.client1] }, reason: 'Срочно' }
  const handed = await manager(publications.publish, { body })
  await client1(receipts.confirm, { params: { id: handed.body.id }, body: { release_id, kind: 'received' } })
  return { release_id, agreement_id }
}

/** A dossier as the caller gets it, unpacked. */
export async function openedDossier(api: Api, release_id: number, company?: number) {
  const reply = await api(dossiers.get, { params: { id: release_id }, query: company ? { company } : {} })
  return { reply, ...dossierArchive.openArchive(reply.raw, unzipSync) }
}

export const verified = (files: dossier.Files) => dossier.verifyDossier(files, sum)
export const textOf = (files: dossier.Files, name: string) => new TextDecoder().decode(files.get(name) ?? undefined)
export const sumOf = sum
