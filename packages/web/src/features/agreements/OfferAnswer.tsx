import { Alert, Button, Group, Stack, Textarea } from '@mantine/core'
import { offers } from '@vypusk/contract'
import type { agreements } from '@vypusk/contract'
import { useState } from 'react'
import { whenSaved } from '../../components/kit/feedback/when-done.ts'
import { useDraftText } from '../../components/kit/fields/useDraftText.ts'
import { formatMoment } from '../../ui/dates.ts'
import { longMomentInZones, momentInZones } from '../../components/shared/dates/moments.ts'
import { AbleButton } from '../../ui/AbleButton.tsx'
import { useAnswer } from './api.ts'
import type { Detail } from './api.ts'
import { refusalText } from '../../components/shared/agreement/refusal-text.ts'
import classes from './agreements.module.css'

interface PartProps {
  agreement: Detail
  offer: agreements.Offer
  answer: ReturnType<typeof useAnswer>
}

function Decline({ agreement, offer, answer, onCancel }: PartProps & { onCancel: () => void }) {
  const { text, set, drop } = useDraftText(`offer.answer.${offer.id}`)
  const canSend = text.trim() !== '' && !answer.isPending
  const send = () => {
    if (canSend)
      whenSaved(
        answer.mutateAsync({ offer_id: offer.id, body: { answer: 'decline', text, version: agreement.version } }),
        drop,
      )
  }
  return (
    <form onSubmit={(event) => (event.preventDefault(), send())}>
      <Stack gap="xs">
        <Textarea
          label="Почему дата не подходит"
          description="Уйдёт клиенту письмом и останется в истории. Прежняя дата остаётся."
          autoFocus
          minRows={2}
          maxRows={10}
          maxLength={offers.MAX_REASON}
          value={text}
          readOnly={answer.isPending}
          onChange={(event) => set(event.currentTarget.value)}
        />
        <Group gap="xs">
          <Button type="submit" loading={answer.isPending} disabled={!canSend}>
            Ответить
          </Button>
          <Button variant="default" disabled={answer.isPending} onClick={() => (drop(), onCancel())}>
            Отмена
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const Choice = ({ agreement, offer, answer, onDecline }: PartProps & { onDecline: () => void }) => {
  const { accept_offer, decline_offer } = agreement.abilities
  return (
    <Stack gap="xs">
      <div>
        Если принять, дата перенесётся, согласование снимется, и клиент получит письмо с просьбой подтвердить её.
      </div>
      {accept_offer !== true && <div>{accept_offer}</div>}
      <Group gap="xs" className={classes.offer}>
        <AbleButton
          primary
          ability={accept_offer}
          loading={answer.isPending}
          onClick={() => answer.mutate({ offer_id: offer.id, body: { answer: 'accept', version: agreement.version } })}
        >
          Принять {momentInZones({ ...agreement, ...offer })}
        </AbleButton>
        <AbleButton
          ability={answer.isPending ? 'Ответ уже отправляется' : decline_offer}
          onClick={() => (answer.reset(), onDecline())}
        >
          Отклонить…
        </AbleButton>
      </Group>
    </Stack>
  )
}

/** The client's offered date, for staff to accept it or to decline it with a reason. */
export function OfferAnswer({ agreement, offer }: Omit<PartProps, 'answer'>) {
  const [isDeclining, setDeclining] = useState(false)
  const answer = useAnswer(agreement)
  const refusal = answer.error && refusalText(answer.error)
  const when = longMomentInZones({ ...agreement, ...offer })
  return (
    <Alert color="yellow" title={`Клиент предлагает другую дату: ${when}`}>
      <Stack gap="xs">
        <div>
          {offer.user.name} · {formatMoment(offer.created_at)}
        </div>
        {offer.reason && <div>«{offer.reason}»</div>}
        {isDeclining ? (
          <Decline
            agreement={agreement}
            offer={offer}
            answer={answer}
            onCancel={() => (answer.reset(), setDeclining(false))}
          />
        ) : (
          <Choice agreement={agreement} offer={offer} answer={answer} onDecline={() => setDeclining(true)} />
        )}
        {refusal && <Alert color="red" title={refusal} role="alert" />}
      </Stack>
    </Alert>
  )
}
