import { Button, SegmentedControl, Select } from '@mantine/core'
import { companyCalendars } from '@vypusk/contract'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { ConflictAlert, type FieldNames } from '../../components/kit/conflict/ConflictAlert.tsx'
import { useEditForm } from '../../components/kit/conflict/useEditForm.ts'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { AbleButton } from '../../ui/AbleButton.tsx'
import { Section } from '../../ui/Section.tsx'
import quiet from '../../ui/quiet.module.css'
import { calendarQuery } from './api.ts'
import classes from './calendars.module.css'
import { weekInWords, type Span } from './week.ts'
import { WeekField } from './WeekField.tsx'
import { zoneChoices } from './zones.ts'

type Calendar = companyCalendars.CompanyCalendar
/** The values of the form; a `type`, because forms need an index signature. */
type Values = { zone: string; working: Span[]; installing: Span[]; isAnyTime: boolean }

const valuesOf = (calendar: Calendar | undefined): Values => ({
  zone: calendar?.zone ?? '',
  working: calendar?.working ?? [],
  installing: calendar?.installing ?? calendar?.working ?? [],
  isAnyTime: !calendar?.installing,
})

const bodyOf = ({ zone, working, installing, isAnyTime }: Values) => ({
  zone: zone || null,
  working,
  installing: isAnyTime ? null : installing,
})

const fields: FieldNames<Values> = {
  zone: ['Часовой пояс', (zone) => zone || 'как у поставщика'],
  working: ['Рабочие часы', weekInWords],
  installing: ['Часы установки', weekInWords],
  isAnyTime: ['Когда можно ставить', (isAny) => (isAny ? 'в любое время' : 'в свои часы')],
}

const WHEN = [
  { value: 'any', label: 'В любое время' },
  { value: 'own', label: 'В свои часы' },
]

/** The first error of a week: of the whole week or of one of its spans. */
const errorOf = (errors: Record<string, unknown>, name: string): string | undefined => {
  const found = Object.entries(errors).find(([field]) => field === name || field.startsWith(`${name}.`))
  return found ? String(found[1]) : undefined
}

/** A company's time zone, working hours and hours for installations. */
export function CalendarForm({ calendar }: { calendar: Calendar }) {
  const { company, installation_zone, abilities } = calendar
  const server = useEditForm({
    name: `company-calendar.${company.idcomp}`,
    saved: calendar,
    valuesOf,
    save: (values, { version }) =>
      call(companyCalendars.save, {
        params: { id: company.idcomp },
        body: { ...bodyOf(values), version: version ?? 0 },
        onRefusal: 'throw',
      }),
    changes: ['company'],
    put: ({ calendar: saved }) => [[calendarQuery(company.idcomp).queryKey, saved]],
    savedIn: ({ calendar: saved }) => saved,
    onSaved: () => toast.success('Календарь сохранён'),
    onRefused: ({ errors }) => Object.keys(errors).length > 0,
  })
  const { form, formProps, isSaving } = server
  const { isAnyTime, working, installing } = form.values
  const isShut = abilities.edit !== true
  const [zones] = useState(() => zoneChoices(installation_zone, Date.now()))
  return (
    <form {...formProps} className={classes.form} aria-label="Календарь компании">
      <ConflictAlert form={server} what="календарь" fields={fields} />
      <Select
        label="Часовой пояс"
        description="В нём компания читает даты и время; уже согласованные дни от него не сдвинутся"
        searchable
        allowDeselect={false}
        disabled={isShut}
        data={zones}
        nothingFoundMessage="Такого пояса нет"
        {...form.getInputProps('zone')}
      />
      <Section title="Рабочие часы" level={2}>
        <WeekField
          label="Рабочие часы"
          value={working}
          disabled={isShut}
          error={errorOf(form.errors, 'working')}
          onChange={(spans) => form.setFieldValue('working', spans)}
        />
      </Section>
      <Section title="Часы установки" level={2}>
        <SegmentedControl
          aria-label="Когда можно ставить"
          size="xs"
          mb="sm"
          disabled={isShut}
          data={WHEN}
          value={isAnyTime ? 'any' : 'own'}
          onChange={(value) => form.setFieldValue('isAnyTime', value === 'any')}
        />
        {isAnyTime ? (
          <p className={quiet.dim}>Релиз можно ставить в любой день и час.</p>
        ) : (
          <WeekField
            label="Часы установки"
            value={installing}
            disabled={isShut}
            error={errorOf(form.errors, 'installing')}
            onChange={(spans) => form.setFieldValue('installing', spans)}
          />
        )}
      </Section>
      <div>
        {isShut ? (
          <AbleButton ability={abilities.edit} onClick={() => undefined}>
            Сохранить
          </AbleButton>
        ) : (
          <Button type="submit" loading={isSaving}>
            Сохранить
          </Button>
        )}
      </div>
    </form>
  )
}
