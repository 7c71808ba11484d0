import type { releases } from '@vypusk/contract'
import { fromBreaks } from '../texts.ts'

/** The values of a release's form; a `type`, because forms need an index signature. */
export type FormValues = {
  title: string
  start_date: string | null
  plan_date: string | null
  /** In minutes. */
  planned_time: number | null
  /** With line breaks. */
  short_description: string
  is_visible_for_client: boolean
  modules_ids: number[]
  users: number[]
  companies: number[]
  requests: number[]
  /** HTML. */
  description: string
  /** HTML. */
  terms: string
  comment: string
}
export type FieldName = keyof FormValues

export const FIELD_TITLES: Record<FieldName, string> = {
  title: 'Название',
  start_date: 'Начало',
  plan_date: 'План',
  planned_time: 'Плановые часы',
  short_description: 'Кратко',
  is_visible_for_client: 'Виден клиентам',
  modules_ids: 'Модули',
  users: 'Люди',
  companies: 'Компании',
  requests: 'Заявки',
  description: 'Описание',
  terms: 'Правила',
  comment: 'Комментарий',
}

export const emptyValues = (today: string): FormValues => ({
  title: '',
  start_date: today,
  plan_date: null,
  planned_time: null,
  short_description: '',
  is_visible_for_client: false,
  modules_ids: [],
  users: [],
  companies: [],
  requests: [],
  description: '',
  terms: '',
  comment: '',
})

export const valuesOf = (release: releases.ReleaseDetail): FormValues => ({
  title: release.title,
  start_date: release.start_date,
  plan_date: release.plan_date,
  planned_time: release.planned_time,
  short_description: fromBreaks(release.short_description),
  is_visible_for_client: release.is_visible_for_client,
  modules_ids: release.modules_ids,
  users: release.users.map(({ id }) => id),
  companies: release.companies.map(({ idcomp }) => idcomp),
  requests: release.requests.map(({ id }) => id),
  description: release.description,
  terms: release.terms,
  comment: release.comment ?? '',
})

/** The body of the save; validation has ensured that the dates are set. */
export const toSave = (
  { start_date, plan_date, planned_time, ...rest }: FormValues,
  version: number | null,
): releases.ReleaseSave => ({
  ...rest,
  start_date: start_date ?? '',
  plan_date: plan_date ?? '',
  planned_time: planned_time ?? 0,
  version,
})
