import { decodeName } from '@vypusk/contract'
import { SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { releases } from '@vypusk/contract'
import { DayField } from '../../../components/kit/fields/DayField.tsx'
import { DurationField } from '../../../components/kit/fields/DurationField.tsx'
import { ManyField } from '../../../components/kit/fields/ManyField.tsx'
import { RichTextField } from '../../../components/kit/fields/RichTextField.tsx'
import { whenEmpty } from '../../../components/kit/fields/when-empty.ts'
import { RequestsField } from './RequestsField.tsx'
import { companiesQuery, staffQuery, systemsQuery } from '../../../api/lookups.ts'
import { FIELD_TITLES, type FieldName, type FormValues } from './form-values.ts'
import type { ReleaseForm } from './useReleaseForm.ts'

/**
 * The choices of the form's lists; what is chosen stays among them even when it is no longer offered.
 * @param saved the release as it was opened, and as another person has saved it meanwhile
 */
export function useChoices(...saved: (releases.ReleaseDetail | undefined)[]) {
  const chosenIn = <Item,>(field: (release: releases.ReleaseDetail) => readonly Item[]) => {
    const known = saved.filter((release) => release !== undefined)
    return known.length === 0 ? undefined : known.flatMap(field)
  }
  const { data: systems } = useQuery(systemsQuery)
  const { data: companies } = useQuery(companiesQuery)
  const { data: users } = useQuery(staffQuery)
  const modules = systems?.systems.flatMap(({ modules: own }) => own)
  return {
    modules_ids: withChosen(
      modules,
      chosenIn((release) => release.modules),
      ({ idmod, namemod, system }) => ({
        id: idmod,
        name: namemod,
        note: system,
      }),
    ),
    companies: withChosen(
      companies?.companies,
      chosenIn((release) => release.companies),
      ({ idcomp, namecomp }) => ({
        id: idcomp,
        name: decodeName(namecomp),
      }),
    ),
    users: withChosen(
      users?.users,
      chosenIn((release) => release.users),
      ({ id, name }) => ({ id, name }),
    ),
  }
}
type Choices = ReturnType<typeof useChoices>

/** What each list says while it has nothing to offer. */
const useEmpty = () => ({
  modules_ids: whenEmpty(useQuery(systemsQuery), 'Ничего не найдено'),
  companies: whenEmpty(useQuery(companiesQuery), 'Ничего не найдено'),
  users: whenEmpty(useQuery(staffQuery), 'Ничего не найдено'),
})

function withChosen<Item, Choice extends { id: number }>(
  offered: readonly Item[] | undefined,
  chosen: readonly Item[] | undefined,
  toChoice: (item: Item) => Choice,
): Choice[] | undefined {
  if (!offered && !chosen) return undefined
  // The chosen items have names before the lists have loaded.
  return [
    ...new Map([...(chosen ?? []), ...(offered ?? [])].map(toChoice).map((choice) => [choice.id, choice])).values(),
  ]
}

const withAll = (ids: readonly number[] = [], more: readonly number[]): number[] => [...new Set([...ids, ...more])]

const SEEN_BY_COMPANIES = 'Компании релиза увидят его состав, описание и даты'

/** What becomes of a release when it is shown: one that was published hidden is handed over then (docs/decisions/0174). */
const whenShown = (release: releases.ReleaseDetail | undefined) =>
  release?.published_at && !release.is_visible_for_client
    ? `${SEEN_BY_COMPANIES}. Релиз опубликован: тем, кому о публикации ещё не писали, уйдут письма и копии`
    : SEEN_BY_COMPANIES

const LISTS = ['modules_ids', 'companies', 'users'] as const

interface ReleaseFieldsProps {
  form: ReleaseForm
  release: releases.ReleaseDetail | undefined
  choices: Choices
}

/** The fields of a release. */
export function ReleaseFields({ form: { form, id }, release, choices }: ReleaseFieldsProps) {
  const { values } = form
  const empty = useEmpty()
  const input = <Name extends FieldName>(name: Name) => ({
    value: values[name],
    onChange: (value: FormValues[Name]) => form.setValues({ [name]: value }),
    error: form.errors[name],
  })
  const text = form.getInputProps
  return (
    <>
      <TextInput label={FIELD_TITLES.title} required maxLength={250} data-autofocus {...text('title')} />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <DayField label={FIELD_TITLES.start_date} required {...input('start_date')} />
        <DayField label={FIELD_TITLES.plan_date} required {...input('plan_date')} />
        <DurationField label={FIELD_TITLES.planned_time} {...input('planned_time')} />
      </SimpleGrid>
      <Switch
        label="Виден клиентам"
        description={whenShown(release)}
        {...text('is_visible_for_client', { type: 'checkbox' })}
      />
      {LISTS.map((name) => (
        <ManyField key={name} label={FIELD_TITLES[name]} choices={choices[name]} {...empty[name]} {...input(name)} />
      ))}
      <RequestsField
        release_id={id}
        known={release?.requests ?? []}
        had={{ ...values, modules: values.modules_ids }}
        {...input('requests')}
        onChange={(change, { companies, modules }) =>
          form.setValues((now) => ({
            requests: change(now.requests ?? []),
            companies: withAll(now.companies, companies),
            modules_ids: withAll(now.modules_ids, modules),
          }))
        }
      />
      <Textarea label="Кратко" description="Одна-две строки для списков и писем" {...text('short_description')} />
      <RichTextField label={FIELD_TITLES.description} {...input('description')} />
      <RichTextField label={FIELD_TITLES.terms} {...input('terms')} />
      <Textarea label={FIELD_TITLES.comment} description="Для своих: клиенты его не видят" {...text('comment')} />
    </>
  )
}
