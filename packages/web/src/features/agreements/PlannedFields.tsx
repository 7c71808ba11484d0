import { Button, Group, Stack, Switch, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { agreements } from '@vypusk/contract'
import { DayField } from '../../components/kit/fields/DayField.tsx'
import { TimeField } from '../../components/kit/fields/TimeField.tsx'
import { formatDay } from '../../ui/dates.ts'
import type { NewAgreements } from './add.ts'
import { DayWarnings } from '../../components/shared/dates/DayWarnings.tsx'

interface PlannedFieldsProps {
  form: UseFormReturnType<NewAgreements>
  /** The release's plan date, suggested as the date. */
  plan_date: string | undefined
}

/** The date and time of the installation, whether the release is on the test environment, and the remark. */
export const PlannedFields = ({ form, plan_date }: PlannedFieldsProps) => (
  <>
    <Stack gap="sm">
      <Group gap="sm" align="start">
        <DayField
          label="Дата установки"
          w={180}
          data-path="releaseDate"
          value={form.values.releaseDate}
          error={form.errors['releaseDate']}
          onChange={(day) => form.setFieldValue('releaseDate', day)}
        />
        <TimeField value={form.values.releaseTime} onChange={(time) => form.setFieldValue('releaseTime', time)} />
        {plan_date && form.values.releaseDate !== plan_date && (
          <Button variant="subtle" mt={24} onClick={() => form.setFieldValue('releaseDate', plan_date)}>
            По плану релиза: {formatDay(plan_date)}
          </Button>
        )}
      </Group>
      <DayWarnings
        release_id={form.values.release_id}
        companies={form.values.companies}
        day={form.values.releaseDate}
        time={form.values.releaseTime}
        onChoose={({ day, time }) => form.setValues({ releaseDate: day, releaseTime: time })}
        reason={form.values.against_reason}
        onReason={(reason) => form.setFieldValue('against_reason', reason)}
      />
    </Stack>
    <Switch
      label="Опубликовано на тестовом стенде"
      {...form.getInputProps('isPublishedOnTestEnv', { type: 'checkbox' })}
    />
    <Textarea
      label="Замечание"
      autosize
      minRows={2}
      maxRows={10}
      maxLength={agreements.MAX_REMARK}
      {...form.getInputProps('remark')}
    />
  </>
)
