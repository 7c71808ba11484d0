import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { agreements, type releases } from '@vypusk/contract'
import { Loaded } from '../../../components/kit/data-table/Loaded.tsx'
import { OwnAnswers } from '../../../components/shared/agreement/OwnAnswers.tsx'
import { endOfDate } from '../../../components/shared/agreement/texts.ts'
import { momentInZones } from '../../../components/shared/dates/moments.ts'
import { Objections } from '../../../components/shared/dates/Objections.tsx'
import { DossierButton } from '../../../components/shared/dossier/DossierButton.tsx'
import { AgreementStatus } from '../../../components/shared/marks/AgreementStatus.tsx'
import { OfferList } from '../../../components/shared/offers/OfferList.tsx'
import { WithdrawOffer } from '../../../components/shared/offers/WithdrawOffer.tsx'
import { unlessAnswered } from '../../../components/shared/reminders/texts.ts'
import { threadsQuery } from '../../../components/shared/threads/api.ts'
import { openOf } from '../../../components/shared/threads/texts.ts'
import { OwnTrials } from '../../../components/shared/trials/OwnTrials.tsx'
import { WatchButton } from '../../../components/shared/watching/WatchButton.tsx'
import classes from './Aside.module.css'
import { agreementQuery } from '../../../api/agreements.ts'
import { RaiseLink, RemarksLink } from '../tabs/OwnRemarks.tsx'
import { useViewer } from '../../../components/shared/session/viewer.tsx'

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

/** How many remarks there are, or that they have not loaded. */
const Remarks = ({ agreement }: { agreement: agreements.AgreementDetail }) => (
  <Loaded result={useQuery(threadsQuery(agreement.id))} failed="Замечания не загрузились" loading={null}>
    {(shown) => <RemarksLink all={shown.threads} />}
  </Loaded>
)

/** The dates offered so far; one that has not been answered can be withdrawn. */
const Offers = ({ agreement }: { agreement: agreements.AgreementDetail }) =>
  agreement.offers.length > 0 && (
    <>
      <h3 className={classes.title}>Предложенные даты</h3>
      <OfferList offers={agreement.offers} of={agreement} />
      <WithdrawOffer agreement={agreement} />
    </>
  )

function Agreement({ agreement }: { agreement: agreements.AgreementDetail }) {
  const { data } = useQuery(threadsQuery(agreement.id))
  const { approve } = agreement.abilities
  return (
    <>
      <AgreementState agreement={agreement} />
      <OwnAnswers agreement={agreement} open={data && openOf(data.threads)} raise={<RaiseLink />}>
        {approve !== true && agreement.status !== 2 && !agreement.called_off && (
          <p className={classes.quiet}>{approve}</p>
        )}
      </OwnAnswers>
      <Remarks agreement={agreement} />
      <Offers agreement={agreement} />
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
  const result = useQuery({
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
      {company.status !== -1 && company.agreement_id !== null && (
        <Loaded result={result} failed="Согласование не загрузилось" loading={null}>
          {(agreement) => (
            <>
              {previews ? <Previewed agreement={agreement} /> : <Agreement key={agreement.id} agreement={agreement} />}
              <OwnTrials agreement_id={agreement.id} isRead={previews}>
                {(progress, list) => (
                  <>
                    <h3 className={classes.title}>{progress}</h3>
                    {list}
                  </>
                )}
              </OwnTrials>
            </>
          )}
        </Loaded>
      )}
    </section>
  )
}
