import {
  escalatedForClient,
  escalatedForStaff,
  remindedForClient,
  silentForStaff,
} from '../templates/reminder-letters.ts'
import type { Addressee } from '../rules.ts'
import { agreementListener, clients } from './write.ts'

/**
 * Sends reminders to a client that does not answer. Staff see reminders to recipients in the history, and get a letter
 * about those to their superiors. If none of them has answered, the release's people are notified, and the client gets
 * no letter.
 */
export const onReminded = agreementListener<'agreement.reminded'>((agreement, { data: { stage } }) => {
  const extra = agreement.recipientsExtra
  if (stage === 'recipients') {
    return { question: { content: remindedForClient, people: clients(agreement), extra }, entry: 'asked' }
  }
  const names = (people: Addressee[]) => people.map(({ name }) => name)
  const { team, deputy, head } = agreement
  if (stage === 'team') {
    const silent = [...new Set(names([...clients(agreement), ...deputy, ...head]))]
    return { staff: { content: silentForStaff(silent), people: team } }
  }
  const people = agreement[stage]
  return {
    question: { content: escalatedForClient(stage, names(clients(agreement))), people, extra: [] },
    staff: { content: escalatedForStaff(stage, names(people)), people: team },
    entry: 'asked',
  }
})
