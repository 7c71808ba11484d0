import type { Contact } from '@vypusk/contract'
import type { Choice } from '../../kit/fields/ManyField.tsx'

/**
 * Contacts for a picker: those without an e-mail address are shown but cannot be chosen (brief, section 5).
 * @param idcomp the company that letters go to: somebody who was chosen and has moved to another one gets none
 */
export const contactChoices = (contacts: readonly Contact[], idcomp?: number): Choice[] =>
  contacts.map((contact) => {
    const { id, name, mailuser } = contact
    const isGone = idcomp !== undefined && contact.idcomp !== null && contact.idcomp !== idcomp
    const note = isGone ? 'теперь в другой компании, писем не получает' : (mailuser ?? 'нет адреса')
    return { id, name, note, disabled: isGone || !mailuser }
  })
