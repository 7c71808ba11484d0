import { Group, Stack, Textarea } from '@mantine/core'
import { agreements } from '@vypusk/contract'
import { DayField } from '../../components/kit/fields/DayField.tsx'
import { TimeField } from '../../components/kit/fields/TimeField.tsx'
import { momentInZones } from '../../components/shared/dates/moments.ts'
import quiet from '../../ui/quiet.module.css'
import { DayWarnings } from '../../components/shared/dates/DayWarnings.tsx'
import { FieldForm } from './FieldForm.tsx'
import type { PartProps } from './FieldForm.tsx'

interface Planned {
  releaseDate: string | null
  releaseTime: string | null
  cancel_reason: string
  against_reason: string
}

/** The date and time of the installation; changing them after somebody has approved requires a reason. */
export function DateForm({ agreement, onDirty }: PartProps) {
  const { by_rivc, by_client, abilities } = agreement
  const isApproved = by_rivc || by_client
  return (
    <FieldForm<Planned>
      agreement={agreement}
      onDirty={onDirty}
      name="date"
      title="Дата и время установки"
      valueOf={({ releaseDate, releaseTime }) => ({ releaseDate, releaseTime, cancel_reason: '', against_reason: '' })}
      ability={abilities.date}
      words={(planned) => momentInZones({ ...agreement, ...planned })}
      bodyOf={(planned) => {
        if (!planned.releaseDate) return 'Укажите дату'
        if (isApproved && !planned.cancel_reason.trim()) return 'Укажите причину переноса'
        return { updateTarget: 4, ...planned, releaseDate: planned.releaseDate }
      }}
    >
      {({ value, set, isDirty }, isDisabled) => (
        <>
          <Stack gap="sm">
            <Group gap="sm" align="start">
              <DayField
                label="Дата"
                w={160}
                disabled={isDisabled}
                value={value.releaseDate}
                onChange={(day) => set({ ...value, releaseDate: day })}
              />
              <TimeField
                clock={agreement.clock}
                disabled={isDisabled}
                value={value.releaseTime}
                onChange={(time) => set({ ...value, releaseTime: time })}
              />
            </Group>
            {agreement.releaseTime && !isDirty && <p className={quiet.dim}>{momentInZones(agreement)}</p>}
            {isDirty && (
              <DayWarnings
                release_id={agreement.release_id}
                companies={[agreement.company_id]}
                day={value.releaseDate}
                time={value.releaseTime}
                onChoose={({ day, time }) => set({ ...value, releaseDate: day, releaseTime: time })}
                reason={value.against_reason}
                onReason={(against_reason) => set({ ...value, against_reason })}
              />
            )}
          </Stack>
          {isDirty && isApproved && (
            <Textarea
              label="Причина переноса"
              description="Согласование будет снято, и всем причастным уйдёт письмо с причиной."
              required
              autosize
              minRows={2}
              maxLength={agreements.MAX_REMARK}
              value={value.cancel_reason}
              onChange={(event) => set({ ...value, cancel_reason: event.currentTarget.value })}
            />
          )}
        </>
      )}
    </FieldForm>
  )
}
