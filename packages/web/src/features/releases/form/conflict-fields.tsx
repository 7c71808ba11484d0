import type { ReactNode } from 'react'
import type { FieldNames } from '../../../components/kit/conflict/ConflictAlert.tsx'
import { formatDay } from '../../../ui/dates.ts'
import { formatDuration } from '../../../ui/duration.ts'
import { RichText } from '../../../ui/RichText.tsx'
import { FIELD_TITLES, type FormValues } from './form-values.ts'

/** Names of the items in lists, by field. */
type NamesOf = (field: keyof FormValues, id: number) => string

const asTyped = (text: string) => text
const dayOf = (day: string | null) => day && formatDay(day)
const textOf = (html: string): ReactNode => html && <RichText html={html} />

/** The form's fields with their titles, as shown to people. */
export function conflictFields(names: NamesOf): FieldNames<FormValues> {
  const named = (field: keyof FormValues) => (ids: number[]) => ids.map((id) => names(field, id)).join(', ')
  const titles = FIELD_TITLES
  return {
    title: [titles.title, asTyped],
    start_date: [titles.start_date, dayOf],
    plan_date: [titles.plan_date, dayOf],
    planned_time: [titles.planned_time, (minutes) => minutes !== null && formatDuration(minutes)],
    short_description: [titles.short_description, asTyped],
    is_visible_for_client: [titles.is_visible_for_client, (isVisible) => (isVisible ? 'да' : 'нет')],
    modules_ids: [titles.modules_ids, named('modules_ids')],
    users: [titles.users, named('users')],
    companies: [titles.companies, named('companies')],
    requests: [titles.requests, named('requests')],
    description: [titles.description, textOf],
    terms: [titles.terms, textOf],
    comment: [titles.comment, asTyped],
  }
}
