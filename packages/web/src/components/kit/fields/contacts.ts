import type { Contact } from '@vypusk/contract'
import type { Choice } from './ManyField.tsx'

/** Contacts for a picker: those without an e-mail address are shown but cannot be chosen (brief, section 5). */
export const contactChoices = (contacts: readonly Contact[]): Choice[] =>
  contacts.map(({ id, name, mailuser }) => ({ id, name, note: mailuser ?? 'нет адреса', disabled: !mailuser }))
