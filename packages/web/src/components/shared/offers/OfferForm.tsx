import { Alert, Button, Group, Stack, Textarea } from '@mantine/core'
import { offers } from '@vypusk/contract'
import { useState } from 'react'
import { isApiError, sentenceOf } from '../../../api/api-error.ts'
import { today } from '../../../ui/dates.ts'
import { useIsPhone } from '../../../ui/useIsPhone.ts'
import { DayField } from '../../kit/fields/DayField.tsx'
import { TimeField } from '../../kit/fields/TimeField.tsx'
import { whenSaved } from '../../kit/feedback/when-done.ts'
import { OwnDate, type AskDates } from '../dates/OwnDate.tsx'
import { toWhatIsRefused } from '../../kit/fields/refused-fields.ts'
import { formOf } from '../../kit/fields/unread.ts'
import { useDraft } from '../../kit/fields/useDraft.ts'

interface OfferDraft {
  releaseDate: string | null
  releaseTime: string | null
  reason: string
}

interface OfferFormProps {
  /** The name the draft is kept under. */
  name: string
  /** The date sent for approval. */
  present: { releaseDate: string | null; releaseTime: string | null }
  isPending: boolean
  error: Error | null
  /** The clock of the time: «МСК». */
  clock: string | null
  /** `lg` for touch screens. */
  size?: 'sm' | 'lg'
  /** The query for dates that suit the company. */
  dates: AskDates
  cancel: string
  onCancel: () => void
  onSubmit: (proposal: offers.Proposal) => Promise<unknown>
  onSent?: () => void
}

/** The initial values. A past date is left out, so that the calendar opens at the current month. */
const begun = ({ releaseDate, releaseTime }: OfferFormProps['present']): OfferDraft => ({
  releaseDate: releaseDate && releaseDate >= today() ? releaseDate : null,
  releaseTime,
  reason: '',
})

/** The server's error about the date, and its error about the offer as a whole. */
function refusalOf(error: Error | null) {
  const ofDate = isApiError(error) ? error.errors['releaseDate']?.[0] : undefined
  return { ofDate, whole: error && !ofDate ? sentenceOf(error) : null }
}

/** The form for offering another date with a reason; what is typed survives a refusal and a reload. */
export function OfferForm({ name, present, isPending, error, clock, size = 'sm', ...does }: OfferFormProps) {
  const isPhone = useIsPhone()
  const draft = useDraft<OfferDraft>(`offer.${name}`)
  const [written, setWritten] = useState<OfferDraft>(draft.found ?? begun(present))
  const { ofDate, whole } = refusalOf(error)
  const { releaseDate, releaseTime, reason } = written
  const isSame = releaseDate === present.releaseDate && releaseTime === present.releaseTime
  const set = (changed: Partial<OfferDraft>) => {
    const next = { ...written, ...changed }
    setWritten(next)
    draft.keep(next)
  }
  const send = (form: HTMLFormElement) => {
    if (!releaseDate || isSame || isPending) return
    const sending = does.onSubmit({ releaseDate, releaseTime, reason })
    sending.catch(toWhatIsRefused(form))
    whenSaved(sending, () => (draft.drop(), does.onSent?.()))
  }
  const isLarge = size === 'lg'
  const field = isLarge ? 'md' : 'sm'
  const button = isLarge ? ({ size: 'lg', fullWidth: true } as const) : {}
  return (
    <form {...formOf(send)}>
      <Stack gap="sm">
        <Stack gap="sm">
          <Group gap="sm" align="start">
            <DayField
              label="Другая дата"
              // On a phone the calendar would immediately cover everything.
              autoFocus={!isPhone}
              size={field}
              flex="1 1 140px"
              minDate={today()}
              error={ofDate}
              value={releaseDate}
              onChange={(day) => set({ releaseDate: day })}
            />
            <TimeField clock={clock} size={field} value={releaseTime} onChange={(time) => set({ releaseTime: time })} />
          </Group>
          <OwnDate
            ask={does.dates}
            present={present}
            releaseDate={releaseDate}
            releaseTime={releaseTime}
            onChoose={set}
          />
        </Stack>
        <Textarea
          label="Почему"
          description="Не обязательно, но поможет поставщику согласиться."
          size={field}
          minRows={2}
          maxRows={10}
          maxLength={offers.MAX_REASON}
          value={reason}
          readOnly={isPending}
          onChange={(event) => set({ reason: event.currentTarget.value })}
        />
        {whole && <Alert color="red" title={whole} role="alert" />}
        <Group gap="xs">
          <Button {...button} type="submit" loading={isPending} disabled={!releaseDate || isSame}>
            Предложить дату
          </Button>
          <Button
            {...button}
            variant={isLarge ? 'subtle' : 'default'}
            disabled={isPending}
            onClick={() => (draft.drop(), does.onCancel())}
          >
            {does.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
