import {
  escalatedForClient,
  escalatedForStaff,
  remindedForClient,
  silentForStaff,
} from '../templates/reminder-letters.ts'
import type { Addressee } from '../rules.ts'
import { agreementListener, clients } from './write.ts'

/**
 * Of a reminder to the recipients staff know by the history; of one to their superiors by a letter. When nobody of them
 * has answered, the release's people are told, and the client is not written to.
 */
export const onReminded = agreementListener<'agreement.reminded'>((agreement, { data: { stage } }) => {
  const extra = agreement.recipientsExtra
  if (stage === 'recipients') {
    return { asked: { content: remindedForClient, people: clients(agreement), extra }, entry: 'asked' }
  }
  const names = (people: Addressee[]) => people.map(({ name }) => name)
  const { team, deputy, head } = agreement
  if (stage === 'team') {
    const silent = [...new Set(names([...clients(agreement), ...deputy, ...head]))]
    return { staff: { content: silentForStaff(silent), people: team } }
  }
  const people = agreement[stage]
  return {
    asked: { content: escalatedForClient(stage, names(clients(agreement))), people, extra: [] },
    staff: { content: escalatedForStaff(stage, names(people)), people: team },
    entry: 'asked',
  }
})
