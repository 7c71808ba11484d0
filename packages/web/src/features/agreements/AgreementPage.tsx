import { agreements } from '@vypusk/contract'
import { Alert, Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { ErrorState } from '../../components/kit/data-table/states.tsx'
import { useUnsavedGuard } from '../../components/kit/fields/useUnsavedGuard.tsx'
import { History } from '../../components/shared/history/History.tsx'
import { BackLink, RouteAnchor } from '../../components/kit/link/RouteLinks.tsx'
import { Objections } from '../../components/shared/dates/Objections.tsx'
import { DossierIcon } from '../../components/shared/dossier/DossierButton.tsx'
import { OfferList } from '../../components/shared/offers/OfferList.tsx'
import { useAgreementParts } from '../../components/shared/agreement/useAgreementParts.ts'
import { useFullNames } from '../../components/shared/marks/full-names.ts'
import { Page } from '../../components/shared/page/Page.tsx'
import { ScopeDifference } from '../../components/shared/scope/ScopeDifference.tsx'
import { SettleScope } from '../../components/shared/scope/SettleScope.tsx'
import { AgreementThreads } from '../../components/shared/threads/AgreementThreads.tsx'
import { openInWords, openOf } from '../../components/shared/threads/texts.ts'
import { WatchButton } from '../../components/shared/watching/WatchButton.tsx'
import { paths } from '../../paths.ts'
import { Section } from '../../ui/Section.tsx'
import { SkeletonFields, SkeletonLines } from '../../ui/Skeletons.tsx'
import classes from './agreements.module.css'
import { agreementQuery } from '../../api/agreements.ts'
import { remindersQuery } from './api.ts'
import type { Detail } from './api.ts'
import { ApproveActions } from './ApproveActions.tsx'
import { DateForm } from './DateForm.tsx'
import { Letters } from './Letters.tsx'
import { OfferAnswer } from './OfferAnswer.tsx'
import { HiddenRelease } from './PairFields.tsx'
import { Reminders } from './Reminders.tsx'
import { ExtraForm, RecipientsForm } from './RecipientsForms.tsx'
import { StandIns } from './StandIns.tsx'
import { StatusTrack } from './StatusTrack.tsx'
import { TestPart } from './TestPart.tsx'

const back = <BackLink to={paths.agreements}>Согласования</BackLink>

/** The date passed before the client agreed to it or got the release, and it has not offered another one. */
const isAnotherWanted = (agreement: Detail) =>
  agreements.shownStatus(agreement) === agreements.PASSED && !agreement.offer

/** Nobody has been asked about the date. */
const isToBeSent = (agreement: Detail) => [0, agreements.DATE_WITHDRAWN].includes(agreements.shownStatus(agreement))

/** Why nothing is awaited, or installed on the date. */
const Ended = ({ agreement }: { agreement: Detail }) => (
  <>
    {agreement.not_publishing && (
      <Alert color="gray" title="Компания исключена из публикации этого релиза: согласование с ней не нужно" />
    )}
    {agreement.called_off && (
      <Alert color="gray" title="Релиз закрыт без публикации: ответа не ждём и не напоминаем">
        Согласование сохранено и снова начнёт действовать, когда релиз вернут в работу или опубликуют.
      </Alert>
    )}
    {agreements.shownStatus(agreement) === agreements.DATE_WITHDRAWN && (
      <Alert color="gray" title="Дата снята: установки в этот день нет">
        Отправьте её клиенту снова или назначьте другую.
      </Alert>
    )}
    {agreements.shownStatus(agreement) === agreements.PUBLISHED && (
      <Alert color="gray" title="Релиз опубликован для компании без согласования: ответа не ждём и не напоминаем" />
    )}
  </>
)

/** Warnings to consider before the date is sent. */
const Warnings = ({ agreement }: { agreement: Detail }) => (
  <>
    <Ended agreement={agreement} />
    {isToBeSent(agreement) && agreement.date_passed && agreement.abilities.approve !== true && (
      <Alert color="yellow" title={agreement.abilities.approve} />
    )}
    {isAnotherWanted(agreement) && (
      <Alert color="yellow" title="Дата прошла без ответа: согласовать её клиент уже не может">
        Назначьте другую дату и спросите о ней или отметьте, что клиент согласовал.
      </Alert>
    )}
    {!agreement.is_visible_for_client && <HiddenRelease />}
    {agreement.status === 0 && agreement.recipients.length + agreement.recipientsExtra.length === 0 && (
      <Alert color="yellow" title="Получателей нет: письмо никому не уйдёт" />
    )}
  </>
)

/** The remarks of both sides. */
function Remarks({ agreement: { id, abilities } }: { agreement: Detail }) {
  const [isOpen, turn] = useState(false)
  return (
    <AgreementThreads agreement_id={id} canRaise={abilities.remark} raising={{ isOpen, turn }}>
      {(all, list) => (
        <Section level={2} title="Замечания" aside={openInWords(openOf(all))}>
          {list}
        </Section>
      )}
    </AgreementThreads>
  )
}

function Parts({ agreement }: { agreement: Detail }) {
  const dirty = useRef(new Set<string>())
  const onDirty = useCallback((name: string, isDirty: boolean) => {
    if (isDirty) dirty.current.add(name)
    else dirty.current.delete(name)
  }, [])
  useUnsavedGuard(() => dirty.current.size > 0)
  const open = agreement.offers.find(({ state }) => state === 'open')
  const past = agreement.offers.filter(({ state }) => state !== 'open')
  return (
    <div className={classes.columns} data-place="agreement.columns">
      <div className={classes.main} data-place="agreement">
        <Stack gap="xs" mt="sm">
          <Warnings agreement={agreement} />
          {agreement.scope_change && (
            <div>
              <ScopeDifference title="Состав изменился после согласования" change={agreement.scope_change} />
              {agreement.abilities.settle_scope === true && (
                <SettleScope
                  agreements={[{ id: agreement.id, scope_sha: agreement.scope_change.scope_sha }]}
                  canTell={agreement.abilities.tell_scope}
                />
              )}
            </div>
          )}
          <Objections
            title="Дата вопреки правилам"
            objections={agreement.objections}
            reason={agreement.against_reason}
          />
          {open && <OfferAnswer key={open.id} agreement={agreement} offer={open} />}
        </Stack>
        <DateForm agreement={agreement} onDirty={onDirty} />
        <Remarks agreement={agreement} />
        {past.length > 0 && (
          <Section level={2} title="Предложения клиента" aside={past.length}>
            <OfferList offers={past} of={agreement} />
          </Section>
        )}
        <RecipientsForm agreement={agreement} onDirty={onDirty} />
        <StandIns agreement={agreement} />
        <ExtraForm agreement={agreement} onDirty={onDirty} />
        <TestPart agreement={agreement} />
      </div>
      <aside className={classes.side} aria-label="Письма, напоминания и история">
        <Letters agreement={agreement} />
        <Reminders agreement={agreement} />
        <Section level={2} title="История">
          <History changes={agreement.history} />
        </Section>
      </aside>
    </div>
  )
}

/** Placeholders for the forms, and for letters and history beside them. */
const Loading = () => (
  <div className={classes.columns} role="status" aria-label="Загрузка согласования" aria-busy>
    <div className={classes.main}>
      <SkeletonFields fields={5} />
    </div>
    <div className={classes.side}>
      <SkeletonLines lines={6} />
    </div>
  </div>
)

/** One agreement: its status as a track, parts that are saved separately, letters and history. */
export function AgreementPage() {
  const { agreementsId } = useParams({ from: '/signed-in/staff/agreements/$agreementsId' })
  const id = Number(agreementsId)
  const { data, error, refetch, isPending } = useQuery(agreementQuery(id))
  const { isLoading: areRemindersLoading } = useQuery(remindersQuery(id))
  const nameOf = useFullNames()
  const parts = useAgreementParts(id, isPending || areRemindersLoading)
  if (!data || parts.isLoading) {
    return (
      <Page key="reading" title="Согласование" before={back}>
        {error ? (
          <ErrorState title="Согласование не загрузилось" error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading />
        )}
      </Page>
    )
  }
  return (
    <Page
      title={data.details.title}
      before={back}
      aside={
        <>
          {nameOf(data.company)} ·{' '}
          <RouteAnchor to={paths.release} params={{ releaseID: String(data.release_id) }} inherit underline="always">
            релиз
          </RouteAnchor>
        </>
      }
      actions={
        <>
          <WatchButton entity="agreement" id={data.id} />
          <DossierIcon release_id={data.release_id} company={data.company_id} />
          <ApproveActions agreement={data} />
        </>
      }
      toolbar={<StatusTrack agreement={data} />}
    >
      <Parts agreement={data} />
    </Page>
  )
}
