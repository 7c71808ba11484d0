import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { agreements, type releases, type threads } from '@vypusk/contract'
import { useState } from 'react'
import { sentenceOf } from '../../../api/api-error.ts'
import { scopeChangeIn } from '../../../api/scopes.ts'
import { Loaded } from '../../../components/kit/data-table/Loaded.tsx'
import { notifyUpdated, useUpdateAgreement } from '../../../components/shared/agreement/api.ts'
import { isSameQuestion } from '../../../components/shared/agreement/same-question.ts'
import { endOfDate } from '../../../components/shared/agreement/texts.ts'
import { momentInZones } from '../../../components/shared/dates/moments.ts'
import { Objections } from '../../../components/shared/dates/Objections.tsx'
import { DossierButton } from '../../../components/shared/dossier/DossierButton.tsx'
import { AgreementStatus } from '../../../components/shared/marks/AgreementStatus.tsx'
import { ScopeDifference } from '../../../components/shared/scope/ScopeDifference.tsx'
import { unlessAnswered } from '../../../components/shared/reminders/texts.ts'
import { AgreeButton } from '../../../components/shared/threads/AgreeButton.tsx'
import { AgreeNoted } from '../../../components/shared/threads/AgreeNoted.tsx'
import { threadsQuery } from '../../../components/shared/threads/api.ts'
import { openOf } from '../../../components/shared/threads/texts.ts'
import { OwnTrials } from '../../../components/shared/trials/OwnTrials.tsx'
import { WatchButton } from '../../../components/shared/watching/WatchButton.tsx'
import classes from './Aside.module.css'
import { agreementQuery } from '../../../api/agreements.ts'
import { OwnOfferForm, OwnOffers } from './OwnOffers.tsx'
import { RaiseLink, RemarksLink } from '../tabs/OwnRemarks.tsx'
import { useViewer } from '../../../components/shared/session/viewer.tsx'
import { whenDone } from '../../../components/kit/feedback/when-done.ts'

/** When the next reminder is sent if nobody of the company answers. */
const NextReminder = ({ agreement: { next_reminder, company_zone } }: { agreement: agreements.AgreementDetail }) => {
  const words = next_reminder && unlessAnswered(next_reminder, company_zone)
  return words && <p className={classes.quiet}>{words}</p>
}

/** The current state of the date, with its objections and notes. */
const AgreementState = ({ agreement }: { agreement: agreements.AgreementDetail }) => {
  const ended = endOfDate(agreement)
  return (
    <>
      <AgreementStatus status={agreements.shownToClient(agreement)} />
      <p className={classes.when}>{momentInZones(agreement)}</p>
      {ended && <p className={classes.quiet}>{ended}</p>}
      <Objections title="Обратите внимание на дату" objections={agreement.objections} />
      <NextReminder agreement={agreement} />
      {agreement.cancel_reason && !agreement.date_withdrawn && (
        <p className={classes.quiet}>Дата перенесена: {agreement.cancel_reason}</p>
      )}
      {agreement.isPublishedOnTestEnv && <p className={classes.quiet}>Опубликован на тестовом стенде</p>}
    </>
  )
}

interface AnswersProps {
  agreement: agreements.AgreementDetail
  /** Undefined until it is known; nobody agrees before. */
  open: threads.OpenRemarks | undefined
  isPending: boolean
  onApprove: () => void
  onWrite: (what: Writing) => void
}

/** The answers that the client can give now. */
function Answers({ agreement, open, isPending, onApprove, onWrite }: AnswersProps) {
  const { approve, remark, offer } = agreement.abilities
  return (
    <>
      <Stack gap="xs" mt="xs" align="flex-start">
        {approve === true && open && (
          <>
            <AgreeButton open={open} isPending={isPending} onClick={onApprove}>
              Согласовать дату
            </AgreeButton>
            <Button variant="default" disabled={isPending} onClick={() => onWrite('noted')}>
              Согласовать с замечанием
            </Button>
          </>
        )}
        {remark === true && <RaiseLink />}
        {offer === true && (
          <Button variant="subtle" disabled={isPending} onClick={() => onWrite('offer')}>
            Предложить другую дату
          </Button>
        )}
      </Stack>
      {approve !== true && agreement.status !== 2 && !agreement.called_off && (
        <p className={classes.quiet}>{approve}</p>
      )}
    </>
  )
}

type Writing = 'noted' | 'offer'

/** How many remarks there are, or that they have not loaded. */
const Remarks = ({ agreement }: { agreement: agreements.AgreementDetail }) => (
  <Loaded result={useQuery(threadsQuery(agreement.id))} failed="Замечания не загрузились" loading={null}>
    {(shown) => <RemarksLink all={shown.threads} />}
  </Loaded>
)

function Agreement({ agreement }: { agreement: agreements.AgreementDetail }) {
  const [writing, setWriting] = useState<Writing | null>(null)
  const { data } = useQuery(threadsQuery(agreement.id))
  const { mutateAsync, isPending, error, reset } = useUpdateAgreement(agreement.id, {
    again: { shown: agreement, isSame: isSameQuestion },
  })
  // If the scope has changed while it was being read, the next press agrees to what is shown now.
  const change = scopeChangeIn(error) ?? agreement.scope_change
  const scope_sha = scopeChangeIn(error)?.scope_sha ?? agreement.scope?.sha256
  const agree = async (remark = '') =>
    notifyUpdated(await mutateAsync({ updateTarget: 5, version: agreement.version, scope_sha, remark }))
  const write = (what: Writing | null) => (reset(), setWriting(what))
  const done = () => write(null)
  return (
    <>
      <AgreementState agreement={agreement} />
      {change && <ScopeDifference title="Что изменилось в составе" change={change} />}
      {writing === 'noted' && (
        <AgreeNoted
          name={`agreement.${agreement.id}.noted`}
          isPending={isPending}
          error={error}
          onAgree={agree}
          onDone={done}
        />
      )}
      {writing === 'offer' && (
        <div className={classes.writing}>
          <OwnOfferForm agreement={agreement} onDone={done} />
        </div>
      )}
      {writing === null && (
        <Answers
          agreement={agreement}
          open={data && openOf(data.threads)}
          isPending={isPending}
          onApprove={() => whenDone(agree())}
          onWrite={write}
        />
      )}
      <Remarks agreement={agreement} />
      <OwnOffers agreement={agreement} />
      <Group mt="xs">
        <WatchButton entity="agreement" id={agreement.id} compact />
        <DossierButton release_id={agreement.release_id} size="compact-sm" />
      </Group>
    </>
  )
}

/** For staff who view the release as the client: without answers. */
function Previewed({ agreement }: { agreement: agreements.AgreementDetail }) {
  return (
    <>
      <AgreementState agreement={agreement} />
      <Remarks agreement={agreement} />
      {agreements.shownToClient(agreement) === 1 && (
        <p className={classes.quiet}>Здесь клиент согласует дату или напишет замечание</p>
      )}
    </>
  )
}

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
