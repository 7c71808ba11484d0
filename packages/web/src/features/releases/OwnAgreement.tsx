import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { agreements } from '@vypusk/contract'
import type { releases } from '@vypusk/contract'
import { useState } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { toast } from '../../components/feedback/toast.tsx'
import { AgreementStatus } from '../../components/marks/AgreementStatus.tsx'
import { WatchButton } from '../../components/watching/WatchButton.tsx'
import { formatDay, formatTime } from '../../ui/dates.ts'
import classes from './Aside.module.css'
import { agreementQuery, useUpdateAgreement } from './api.ts'
import { OwnOfferForm, OwnOffers } from './OwnOffers.tsx'
import { tellSaved } from './own-agreement.ts'
import { useViewer } from './viewer.tsx'

type Update = ReturnType<typeof useUpdateAgreement>

interface RemarkFormProps {
  agreement: agreements.AgreementDetail
  update: Update['mutate']
  isPending: boolean
  onDone: () => void
}

function RemarkForm({ agreement, update, isPending, onDone }: RemarkFormProps) {
  const [remark, setRemark] = useState(agreement.remark)
  const send = () => update({ updateTarget: 0, remark, version: agreement.version }, { onSuccess: onDone })
  return (
    <form onSubmit={(event) => (event.preventDefault(), send())}>
      <Stack gap="xs">
        <Textarea
          label="Замечание"
          description="Что мешает установить релиз в этот день"
          data-autofocus
          autoFocus
          maxLength={agreements.MAX_REMARK}
          value={remark}
          onChange={(event) => setRemark(event.currentTarget.value)}
        />
        <Group gap="xs">
          <Button type="submit" loading={isPending} disabled={remark.trim() === agreement.remark.trim()}>
            Отправить
          </Button>
          <Button variant="default" onClick={onDone}>
            Отмена
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The date as it stands now, and what has been said of it. */
const Standing = ({ agreement }: { agreement: agreements.AgreementDetail }) => (
  <>
    <AgreementStatus status={agreement.status} />
    <p className={classes.when}>{whenOf(agreement)}</p>
    {agreement.cancel_reason && <p className={classes.quiet}>Дата перенесена: {agreement.cancel_reason}</p>}
    {agreement.isPublishedOnTestEnv && <p className={classes.quiet}>Опубликован на тестовом стенде</p>}
  </>
)

const whenOf = ({ releaseDate, releaseTime, clock }: agreements.AgreementDetail): string =>
  releaseDate
    ? [formatDay(releaseDate), formatTime(releaseTime, clock)].filter(Boolean).join(' в ')
    : 'Дата ещё не назначена'

interface AnswersProps {
  agreement: agreements.AgreementDetail
  isPending: boolean
  onApprove: () => void
  onRemark: () => void
  onOffer: () => void
}

/** What the client may answer now. */
function Answers({ agreement, isPending, onApprove, onRemark, onOffer }: AnswersProps) {
  const { approve, remark, offer } = agreement.abilities
  return (
    <>
      <Group gap="xs" mt="xs">
        {approve === true && (
          <Button loading={isPending} onClick={onApprove}>
            Согласовать дату
          </Button>
        )}
        {remark === true && (
          <Button variant="default" onClick={onRemark}>
            {agreement.remark ? 'Изменить замечание' : 'Есть замечание'}
          </Button>
        )}
        {offer === true && (
          <Button variant="subtle" onClick={onOffer}>
            Предложить другую дату
          </Button>
        )}
      </Group>
      {approve !== true && agreement.status !== 2 && <p className={classes.quiet}>{approve}</p>}
    </>
  )
}

type Writing = 'remark' | 'offer'

function Agreement({ agreement }: { agreement: agreements.AgreementDetail }) {
  const [writing, setWriting] = useState<Writing | null>(null)
  const { mutate, isPending } = useUpdateAgreement(agreement.id)
  const update: Update['mutate'] = (body, options) =>
    mutate(body, {
      ...options,
      onSuccess: (reply, ...rest) => {
        tellSaved(reply)
        options?.onSuccess?.(reply, ...rest)
      },
      onError: (error) => toast.error(sentenceOf(error)),
    })
  const approve = () => update({ updateTarget: 5, version: agreement.version })
  const done = () => setWriting(null)
  return (
    <>
      <Standing agreement={agreement} />
      {writing === 'remark' && <RemarkForm agreement={agreement} update={update} isPending={isPending} onDone={done} />}
      {writing === 'offer' && <OwnOfferForm agreement={agreement} onDone={done} />}
      {writing === null && (
        <>
          {agreement.remark && <p className={classes.remark}>Замечание: {agreement.remark}</p>}
          <Answers
            agreement={agreement}
            isPending={isPending}
            onApprove={approve}
            onRemark={() => setWriting('remark')}
            onOffer={() => setWriting('offer')}
          />
        </>
      )}
      <OwnOffers agreement={agreement} />
      <Group mt="xs">
        <WatchButton entity="agreement" id={agreement.id} compact />
      </Group>
    </>
  )
}

/** With the client's eyes staff answer nothing. */
const Previewed = ({ agreement }: { agreement: agreements.AgreementDetail }) => (
  <>
    <Standing agreement={agreement} />
    {agreement.remark && <p className={classes.remark}>Замечание: {agreement.remark}</p>}
    {agreement.status === 1 && <p className={classes.quiet}>Здесь клиент согласует дату или напишет замечание</p>}
  </>
)

/** The client's own part: agree to the date, or say why not. */
export function OwnAgreement({ company }: { company: releases.ReleaseCompany }) {
  const previews = useViewer().as_company !== undefined
  const { data, error } = useQuery({
    ...agreementQuery(company.agreement_id ?? 0),
    enabled: company.agreement_id !== null,
  })
  return (
    <section className={classes.own} aria-label="Согласование">
      <h2 className={classes.title}>Дата установки у вас</h2>
      {company.status === -1 && <AgreementStatus status={-1} />}
      {company.status !== -1 && company.agreement_id === null && (
        <p className={classes.quiet}>
          Дату ещё не предложили. Когда предложат, придёт письмо, и её можно будет согласовать здесь.
        </p>
      )}
      {error && <p className={classes.quiet}>{sentenceOf(error)}</p>}
      {company.status !== -1 &&
        data &&
        (previews ? <Previewed agreement={data} /> : <Agreement key={data.id} agreement={data} />)}
    </section>
  )
}
