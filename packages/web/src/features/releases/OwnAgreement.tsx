import { Alert, Button, Group, Stack, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { agreements } from '@vypusk/contract'
import type { releases } from '@vypusk/contract'
import { useState } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { scopeChangeIn } from '../../api/scopes.ts'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { BothValues } from '../../components/kit/conflict/BothValues.tsx'
import { conflictTitle } from '../../components/kit/conflict/title.ts'
import { formOf } from '../../components/kit/fields/unread.ts'
import { useDraftText } from '../../components/kit/fields/useDraftText.ts'
import { AgreementStatus } from '../../components/shared/marks/AgreementStatus.tsx'
import { ScopeDifference } from '../../components/shared/scope/ScopeDifference.tsx'
import { OwnTrials } from '../../components/shared/trials/OwnTrials.tsx'
import { WatchButton } from '../../components/shared/watching/WatchButton.tsx'
import { formatDay, formatTime } from '../../ui/dates.ts'
import classes from './Aside.module.css'
import { agreementQuery } from '../../api/agreements.ts'
import { useUpdateAgreement } from './api.ts'
import { OwnOfferForm, OwnOffers } from './OwnOffers.tsx'
import { tellSaved } from './own-agreement.ts'
import { useViewer } from '../../components/shared/session/viewer.tsx'

type Update = ReturnType<typeof useUpdateAgreement>

interface RemarkFormProps {
  agreement: agreements.AgreementDetail
  update: Update['mutate']
  isPending: boolean
  error: Error | null
  onDone: () => void
}

function RemarkForm({ agreement, update, isPending, error, onDone }: RemarkFormProps) {
  const { id, version, remark: saved } = agreement
  const { text, set, drop } = useDraftText(`agreement.${id}.own-remark`, saved)
  const [before] = useState(saved)
  const leave = () => (drop(), onDone())
  const canSend = text.trim() !== saved.trim() && !isPending
  const send = () => {
    if (canSend) update({ updateTarget: 0, remark: text, version }, { onSuccess: leave })
  }
  return (
    <form className={classes.writing} {...formOf(send)}>
      <Stack gap="xs">
        {saved !== before && (
          <Alert color="yellow" role="alert" title={conflictTitle('замечание')}>
            <BothValues fields={[{ title: 'Замечание', mine: text, theirs: saved || 'снято' }]} />
            Отправьте ещё раз, чтобы записать своё.
          </Alert>
        )}
        <Textarea
          label="Замечание"
          description="Что мешает установить релиз в этот день"
          data-autofocus
          autoFocus
          maxLength={agreements.MAX_REMARK}
          value={text}
          onChange={(event) => set(event.currentTarget.value)}
        />
        {error && <Alert color="red" title={sentenceOf(error)} role="alert" />}
        <Group gap="xs">
          <Button type="submit" loading={isPending} disabled={text.trim() === saved.trim()}>
            Отправить
          </Button>
          <Button variant="default" onClick={leave}>
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
  const { mutate, isPending, error, reset } = useUpdateAgreement(agreement.id)
  const update: Update['mutate'] = (body, options) =>
    mutate(body, {
      ...options,
      onSuccess: (reply, ...rest) => {
        tellSaved(reply)
        options?.onSuccess?.(reply, ...rest)
      },
      // A form says itself why it was refused.
      onError: (refused) => writing === null && toast.error(sentenceOf(refused)),
    })
  // Of a scope that changed while it was read the next press agrees to what is shown now.
  const change = scopeChangeIn(error) ?? agreement.scope_change
  const scope_sha = scopeChangeIn(error)?.scope_sha ?? agreement.scope?.sha256
  const approve = () => update({ updateTarget: 5, version: agreement.version, scope_sha })
  const write = (what: Writing | null) => (reset(), setWriting(what))
  const done = () => write(null)
  return (
    <>
      <Standing agreement={agreement} />
      {change && <ScopeDifference title="Что изменилось в составе" change={change} />}
      {writing === 'remark' && <RemarkForm {...{ agreement, update, isPending, error }} onDone={done} />}
      {writing === 'offer' && (
        <div className={classes.writing}>
          <OwnOfferForm agreement={agreement} onDone={done} />
        </div>
      )}
      {writing === null && (
        <>
          {agreement.remark && <p className={classes.remark}>Замечание: {agreement.remark}</p>}
          <Answers
            agreement={agreement}
            isPending={isPending}
            onApprove={approve}
            onRemark={() => write('remark')}
            onOffer={() => write('offer')}
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
    ...agreementQuery(company.agreement_id ?? 0, 'throw'),
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
      {company.status !== -1 && data && (
        <OwnTrials agreement_id={data.id} isRead={previews}>
          {(progress, list) => (
            <>
              <h3 className={classes.title}>{progress}</h3>
              {list}
            </>
          )}
        </OwnTrials>
      )}
    </section>
  )
}
