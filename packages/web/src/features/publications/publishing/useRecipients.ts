import type { Contact } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { sentenceOf } from '../../../api/api-error.ts'
import { contactChoices } from '../../../components/shared/people/contacts.ts'
import type { Choice } from '../../../components/kit/fields/ManyField.tsx'
import { addresseesQuery, peopleQuery, staffQuery } from '../../../api/lookups.ts'
import { customersOf, proposing } from './draft.ts'
import type { Draft } from './draft.ts'

const contactsFor = (draft: Draft) => addresseesQuery(customersOf(draft))

/**
 * Suggests recipients whenever the companies of the draft change.
 * @param users ids of the releases' own people
 */
export function useProposals(
  draft: Draft,
  users: readonly number[],
  { enabled, onPropose }: { enabled: boolean; onPropose: (change: Partial<Draft>) => void },
): void {
  const { data, isPlaceholderData } = useQuery({ ...contactsFor(draft), enabled })
  const isNew = customersOf(draft).join() !== draft.proposed.companies.join()
  useEffect(() => {
    if (enabled && isNew && data && !isPlaceholderData) onPropose(proposing(draft, { ...data, users }))
  })
}

export interface Recipients {
  /** Staff to choose from; undefined while they are loading. */
  staff: Choice[] | undefined
  /** The people of each company, including those without an e-mail address. */
  companies: { idcomp: number; contacts: readonly Contact[] }[]
  /** The call for them. */
  people: UseQueryResult
  /** «Пользователи не найдены», «Адресаты клиента не найдены», or why they could not be fetched. */
  trouble: string | null
}

/** The people who can receive letters. */
export function useRecipients(draft: Draft): Recipients {
  const customers = customersOf(draft)
  const { data, error } = useQuery(contactsFor(draft))
  const people = useQuery(peopleQuery(customers))
  const contacts = people.data?.contacts ?? NOBODY
  // A refusal contains no people, but staff can still be written to.
  const { data: all } = useQuery({ ...staffQuery, enabled: error !== null })
  const byCompany = useMemo(() => Map.groupBy(contacts, ({ idcomp }) => idcomp), [contacts])
  return {
    staff: error ? all?.users.map(({ id, name }) => ({ id, name })) : data && contactChoices(data.rivc),
    companies: customers.map((idcomp) => ({ idcomp, contacts: byCompany.get(idcomp) ?? NOBODY })),
    people,
    trouble: error ? sentenceOf(error) : null,
  }
}

/** One and the same, so that what is drawn of a company without people is not drawn again. */
const NOBODY: readonly Contact[] = []
