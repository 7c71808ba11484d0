import type { reminders } from '@vypusk/contract'
import { soonInZones } from '../dates/moments.ts'

/** The next step of the schedule. */
const NEXT_STEPS: Record<reminders.Stage, string> = {
  recipients: 'Напомним получателям',
  deputy: 'Напомним заместителю',
  head: 'Напомним руководителю',
  team: 'Скажем сотрудникам релиза, что клиент молчит,',
}

/** «Напомним заместителю завтра в 10:00 МСК · 17:00, Владивосток». */
export const nextInWords = ({ stage, at }: reminders.NextStep, company_zone: string | null): string =>
  `${NEXT_STEPS[stage]} ${soonInZones(at, company_zone)}`

/** The same for the client's side, without the step that concerns only staff. */
const OWN_STEPS: Record<Exclude<reminders.Stage, 'team'>, string> = {
  recipients: 'Напомним письмом',
  deputy: 'Спросим вашего заместителя',
  head: 'Спросим вашего руководителя',
}

/** «Если не ответить, напомним письмом завтра в 10:00.» */
export const unlessAnswered = (
  { stage, at }: reminders.NextStep,
  company_zone: string | null,
  reader?: string,
): string | null => {
  if (stage === 'team') return null
  const [first = '', ...rest] = OWN_STEPS[stage]
  return `Если не ответить, ${first.toLowerCase()}${rest.join('')} ${soonInZones(at, company_zone, reader)}.`
}
