import type { Contact } from '@vypusk/contract'
import type { Choice } from '../../kit/fields/ManyField.tsx'

interface Letters {
  /** The company that letters go to: somebody who was chosen and has moved to another one gets none. */
  idcomp?: number
  /** Those among them who were chosen and cannot sign in any more. */
  shut?: ReadonlySet<number>
}

const noteOf = ({ id, idcomp, mailuser }: Contact, { idcomp: company, shut }: Letters) => {
  if (company !== undefined && idcomp !== null && idcomp !== company)
    return 'теперь в другой компании, писем не получает'
  if (mailuser === null) return 'нет адреса'
  return shut?.has(id) ? 'вход закрыт, писем не получает' : undefined
}

/**
 * Contacts for a picker: those without an e-mail address are shown but cannot be chosen (brief, section 5).
 */
export const contactChoices = (contacts: readonly Contact[], letters: Letters = {}): Choice[] =>
  contacts.map((contact) => {
    const { id, name, mailuser } = contact
    const why = noteOf(contact, letters)
    return { id, name, note: why ?? mailuser ?? '', disabled: why !== undefined }
  })
