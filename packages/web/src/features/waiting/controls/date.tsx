import { Stack } from '@mantine/core'
import { agreements } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { agreementQuery } from '../../../api/agreements.ts'
import { scopeChangeIn } from '../../../api/scopes.ts'
import { Loaded } from '../../../components/kit/data-table/Loaded.tsx'
import {
  OF_AGREEMENT,
  updatedNotice,
  useOfferDate,
  useUpdateAgreement,
} from '../../../components/shared/agreement/api.ts'
import { isSameQuestion } from '../../../components/shared/agreement/same-question.ts'
import { Objections } from '../../../components/shared/dates/Objections.tsx'
import { AgreementOffer } from '../../../components/shared/offers/AgreementOffer.tsx'
import { Scope } from '../../../components/shared/scope/Scope.tsx'
import { keptNotice, raiseRemark, RAISED } from '../../../components/shared/threads/api.ts'
import { ScopeDifference } from '../../../components/shared/scope/ScopeDifference.tsx'
import { showNotice } from '../../../components/kit/feedback/notices.ts'
import quiet from '../../../ui/quiet.module.css'
import classes from '../Waiting.module.css'
import { mailed, useMailedAct } from '../api.ts'
import type { Matter } from '../api.ts'
import type { ActsProps, Control, PanelProps } from './control.ts'
import { OneLine } from './OneLine.tsx'
import { inParagraphs } from './paragraphs.ts'
import { Press } from './Press.tsx'

/** @param shown what the person has seen of the agreement; the list shows too little of it to answer again */
const useApprove = (id: number, shown?: agreements.AgreementDetail) =>
  useUpdateAgreement(id, {
    ...mailed((mail) => updatedNotice(mail, 'Дата согласована')),
    ...(shown && { again: { shown, isSame: isSameQuestion } }),
  })

const seen = (agreement: agreements.AgreementDetail) => ({
  version: agreement.version,
  ...(agreement.scope ? { scope_sha: agreement.scope.sha256 } : {}),
})

/** What the company agrees to together with the date. */
const Contents = ({ agreement: { scope } }: { agreement: agreements.AgreementDetail }) =>
  scope && (
    <Scope scope={scope} isAgreed={false}>
      {({ title, content }) => (
        <div role="group" aria-label={title}>
          <div className={quiet.dim}>{title}</div>
          {content}
        </div>
      )}
    </Scope>
  )

/** A remark of its own: an earlier one of the same person keeps its words and its answer. */
function Remark({ matter, close }: PanelProps) {
  const id = matter.agreement_id ?? 0
  const send = useMailedAct(
    OF_AGREEMENT,
    (remark: string) => raiseRemark(id, { html: inParagraphs(remark) }),
    (mail) => keptNotice(RAISED, mail),
  )
  return (
    <OneLine
      name={`agreement.${id}.own-remark`}
      label="Замечание"
      description="Что мешает установить релиз в этот день"
      maxLength={agreements.MAX_REMARK}
      acts={[
        {
          title: 'Отправить',
          isPending: send.isPending,
          run: send.mutateAsync,
        },
      ]}
      close={close}
    />
  )
}

function Offer({ agreement, close }: { agreement: agreements.AgreementDetail; close: () => void }) {
  const { mutateAsync, isPending, error } = useOfferDate(agreement.id, {
    isOverAtOnce: false,
    onSuccess: ({ mail }) => showNotice(updatedNotice(mail, 'Дата предложена')),
  })
  return (
    <AgreementOffer agreement={agreement} isPending={isPending} error={error} onSubmit={mutateAsync} onDone={close} />
  )
}

type Writing = 'offer' | 'remark' | null

function Shown({ matter, agreement }: { matter: Matter; agreement: agreements.AgreementDetail }) {
  const [writing, setWriting] = useState<Writing>(null)
  const approve = useApprove(agreement.id, agreement)
  const change = scopeChangeIn(approve.error) ?? agreement.scope_change
  const scope_sha = scopeChangeIn(approve.error)?.scope_sha
  if (writing === 'remark') return <Remark matter={matter} close={() => setWriting(null)} />
  if (writing === 'offer') return <Offer agreement={agreement} close={() => setWriting(null)} />
  return (
    <Stack gap="xs">
      <Objections title="Обратите внимание на дату" objections={agreement.objections} />
      {change && <ScopeDifference title="Что изменилось в составе" change={change} />}
      <Contents agreement={agreement} />
      <Answers
        matter={matter}
        isPending={approve.isPending}
        onApprove={() => approve.mutate({ updateTarget: 5, ...seen(agreement), ...(scope_sha ? { scope_sha } : {}) })}
        onWrite={setWriting}
      />
    </Stack>
  )
}

/** What comes with the date, and every possible answer. */
const Whole = ({ matter }: PanelProps) => (
  <Loaded
    result={useQuery(agreementQuery(matter.agreement_id ?? 0, 'throw'))}
    failed="Согласование не загрузилось"
    loading={null}
  >
    {(agreement) => <Shown matter={matter} agreement={agreement} />}
  </Loaded>
)

interface AnswersProps {
  matter: Matter
  isPending: boolean
  onApprove: () => void
  onWrite: (what: Writing) => void
}

const Answers = ({ matter, isPending, onApprove, onWrite }: AnswersProps) => (
  <div className={classes.answers}>
    <Press matter={matter} primary isPending={isPending} onClick={onApprove}>
      Согласовать дату
    </Press>
    <Press matter={matter} onClick={() => onWrite('offer')}>
      Другая дата…
    </Press>
    <Press matter={matter} onClick={() => onWrite('remark')}>
      Есть замечание…
    </Press>
  </div>
)

/** What a press in the list agrees to: the list does not show the scope, so it names the one that was written about. */
const shownIn = ({ version, scope_sha }: Matter) => ({
  ...(version === null ? {} : { version }),
  ...(scope_sha === null ? {} : { told_sha: scope_sha }),
})

function DateActs({ matter, isOpen, open }: ActsProps) {
  const approve = useApprove(matter.agreement_id ?? 0)
  return (
    <>
      {!isOpen && (
        <Press
          matter={matter}
          primary
          isPending={approve.isPending}
          onClick={() =>
            approve.mutate(
              { updateTarget: 5, ...shownIn(matter) },
              { onError: (error) => scopeChangeIn(error) && open() },
            )
          }
        >
          Согласовать
        </Press>
      )}
      <Press matter={matter} expanded={isOpen} onClick={open}>
        Ответить…
      </Press>
    </>
  )
}

const LookFirst = ({ matter, isOpen, open }: ActsProps) => (
  <Press matter={matter} primary expanded={isOpen} onClick={open}>
    Что изменилось
  </Press>
)

export const dateControl: Control = { Acts: DateActs, Panel: Whole }
/** Requires opening the panel, so that nobody agrees to a changed scope without having seen what has changed. */
export const dateAgainControl: Control = { Acts: LookFirst, Panel: Whole }
