import type { releases } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { cleanHtml } from '../../../platform/text/html.ts'
import { refuseField } from '../../../platform/refusal.ts'
import { changeRelease } from './changing.ts'
import { COMPANY_NOT_IN_RELEASE, UNKNOWN_STEP } from '../policy.ts'
import { releaseDetail } from '../queries/detail.ts'
import { listedIn } from '../queries/lists.ts'
import { holdStep, writeFields, writeStepChange } from '../store/releases.ts'
import { removeListed, writeListed } from '../store/listed.ts'

type Text = { comment: string } | { terms: string } | { description: string }

/** Saves one of the long texts on its own. */
function saveText(call: Call, id: number, patch: Text, version?: number | null) {
  return changeRelease(
    call,
    { id, action: 'save', version },
    async (tx) => {
      await writeFields(tx, id, patch)
      return {}
    },
    async (_, now) => ({ message: 'Success', version: now }),
  )
}

/** Saves the comment. @throws 404, 403 for clients, 409 if the release changed meanwhile */
export const saveComment = (call: Call<typeof releases.saveComment>) =>
  saveText(call, call.params.id, { comment: call.body.comment }, call.body.version)

/** Saves the terms, cleaned. @throws as `saveComment` */
export const saveTerms = (call: Call<typeof releases.saveTerms>) =>
  saveText(call, call.body.release_id, { terms: cleanHtml(call.body.terms) }, call.body.version)

/** Saves the description, cleaned. @throws as `saveComment` */
export const saveDescription = (call: Call<typeof releases.saveDescription>) =>
  saveText(call, call.params.id, { description: cleanHtml(call.body.description) }, call.body.version)

/** Moves the release to a step; if it is on that step already, nothing is written. */
export function changeStep(call: Call<typeof releases.changeStep>) {
  const { id } = call.params
  const { step_id, comment } = call.body
  return changeRelease(
    call,
    { id, action: 'step' },
    async (tx, release) => {
      if (release.step_id === step_id) return {}
      if (!(await holdStep(tx, step_id))) throw refuseField('step_id', UNKNOWN_STEP)
      await writeStepChange(tx, call, id, step_id, comment || null)
      await writeFields(tx, id, { step_id })
      return { note: comment || undefined }
    },
    async (tx) => ({ message: 'Success', release: await releaseDetail(call, id, tx) }),
  )
}

/** Puts a company of the release on its not-publishing list, or takes it off. */
export function setNotPublishing(call: Call<typeof releases.notPublishing>) {
  const { release_id, company_id, reason, client_reason, remove } = call.body
  return changeRelease(
    call,
    { id: release_id, action: 'not_publishing' },
    async (tx, { companies }) => {
      if (!companies.includes(company_id)) throw refuseField('company_id', COMPANY_NOT_IN_RELEASE)
      const unlisted = remove ? await removeListed(tx, release_id, [company_id]) : []
      if (!remove)
        await writeListed(tx, call, release_id, company_id, {
          reason: reason || null,
          client_reason: client_reason || null,
        })
      return { reason: client_reason, unlisted }
    },
    async (tx) => ({ message: 'Success', notPublishingList: await listedIn(tx, release_id) }),
  )
}
