import { agreements, offers, threads } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { agreementQuery } from '../../../api/agreements.ts'
import { updatedNotice, useAnswerOffer, useUpdateAgreement } from '../../../components/shared/agreement/api.ts'
import { useRetry } from '../../../components/shared/deliveries/useRetry.ts'
import { saveBacklog } from '../../../components/shared/request/api.ts'
import { ScopeDifference } from '../../../components/shared/scope/ScopeDifference.tsx'
import { SettleScope } from '../../../components/shared/scope/SettleScope.tsx'
import { SETTLED } from '../../../components/shared/threads/api.ts'
import { mailed, useAct } from '../api.ts'
import type { Matter } from '../api.ts'
import { Answer, useAnswer, useClose } from './client.tsx'
import type { ActsProps, Control, PanelProps } from './control.ts'
import { OneLine } from './OneLine.tsx'
import { Press } from './Press.tsx'

const useUpdate = (matter: Matter, done: string) =>
  useUpdateAgreement(
    matter.agreement_id ?? 0,
    mailed((mail) => updatedNotice(mail, done)),
  )

function SendActs({ matter }: ActsProps) {
  const send = useUpdate(matter, 'Дата отправлена клиенту')
  const { history } = useRouter()
  const { version } = matter
  // Without a date, or after it has passed, there is nothing to send yet.
  if (version === null) {
    return (
      <Press matter={matter} primary onClick={() => history.push(matter.href)}>
        Указать дату
      </Press>
    )
  }
  return (
    <Press matter={matter} primary isPending={send.isPending} onClick={() => send.mutate({ updateTarget: 5, version })}>
      Отправить клиенту
    </Press>
  )
}

const useOffered = ({ agreement_id }: Matter, done: string) =>
  useAnswerOffer(
    agreement_id ?? 0,
    mailed((mail) => updatedNotice(mail, done)),
  )

/** The answered offer, based on the version that the list shows. */
const answerTo = ({ offer_id, version }: Matter, body: { answer: 'accept' } | { answer: 'decline'; text: string }) => ({
  offer_id: offer_id ?? 0,
  body: { ...body, ...(version === null ? {} : { version }) },
})

function OfferActs({ matter, isOpen, open }: ActsProps) {
  const accept = useOffered(matter, 'Дата принята, клиента просят её подтвердить')
  return (
    <>
      <Press
        matter={matter}
        primary
        isPending={accept.isPending}
        onClick={() => accept.mutate(answerTo(matter, { answer: 'accept' }))}
      >
        Принять
      </Press>
      <Press matter={matter} expanded={isOpen} onClick={open}>
        Отклонить…
      </Press>
    </>
  )
}

function Decline({ matter, close }: PanelProps) {
  const decline = useOffered(matter, 'Ответ отправлен клиенту')
  return (
    <OneLine
      name={`offer.answer.${matter.offer_id}`}
      label="Почему дата не подходит"
      description="Уйдёт клиенту письмом и останется в истории. Прежняя дата остаётся."
      maxLength={offers.MAX_REASON}
      acts={[
        {
          title: 'Отклонить',
          isPending: decline.isPending,
          run: (text) => decline.mutateAsync(answerTo(matter, { answer: 'decline', text })),
        },
      ]}
      close={close}
    />
  )
}

const ScopeActs = ({ matter, isOpen, open }: ActsProps) => (
  <Press matter={matter} primary expanded={isOpen} onClick={open}>
    Решить…
  </Press>
)

function Scope({ matter }: PanelProps) {
  const id = matter.agreement_id ?? 0
  const { data } = useQuery(agreementQuery(id, 'throw'))
  const change = data?.scope_change
  if (!data || !change) return null
  return (
    <>
      <ScopeDifference title="Что изменилось в составе" change={change} />
      <SettleScope agreements={[{ id, scope_sha: change.scope_sha }]} canTell={data.abilities.tell_scope} />
    </>
  )
}

const BehalfActs = ({ matter, isOpen, open }: ActsProps) => (
  <Press matter={matter} expanded={isOpen} onClick={open}>
    Клиент согласен…
  </Press>
)

/** Records how the client agreed, for example by a phone call or a letter; shown in the history. */
function OnBehalf({ matter, close }: PanelProps) {
  const approve = useUpdate(matter, 'Записано за клиента')
  return (
    <OneLine
      name={`agreement.${matter.agreement_id}.behalf`}
      label="Как клиент согласовал дату"
      description="Звонок, письмо: останется в истории."
      maxLength={agreements.MAX_REMARK}
      acts={[
        {
          title: 'Согласовать за клиента',
          isPending: approve.isPending,
          run: (remark) => approve.mutateAsync({ updateTarget: 5, on_behalf: 'client', remark }),
        },
      ]}
      close={close}
    />
  )
}

const AddressActs = ({ matter, isOpen, open }: ActsProps) => (
  <Press matter={matter} primary expanded={isOpen} onClick={open}>
    Указать адрес…
  </Press>
)

/** Adds an address, when there is nobody to write to. */
function Address({ matter, close }: PanelProps) {
  const save = useUpdate(matter, 'Адрес добавлен')
  return (
    <OneLine
      name={`agreement.${matter.agreement_id}.address`}
      label="Почта того, кто ответит"
      maxLength={254}
      acts={[
        {
          title: 'Добавить адрес',
          isPending: save.isPending,
          run: (address) => save.mutateAsync({ updateTarget: 3, recipientsExtra: [address] }),
        },
      ]}
      close={close}
    />
  )
}

const RemarkActs = ({ matter, isOpen, open }: ActsProps) => (
  <Press matter={matter} primary expanded={isOpen} onClick={open}>
    Ответить…
  </Press>
)

function Remark({ matter, close }: PanelProps) {
  const answer = useAnswer(matter.id)
  const end = useClose(matter.id)
  return (
    <OneLine
      name={`thread.${matter.id}.answer`}
      label="Ответ"
      description="Уйдёт автору замечания."
      maxLength={threads.MAX_CLOSING}
      acts={[
        { title: 'Ответить', isPending: answer.isPending, run: answer.mutateAsync },
        {
          title: 'Закрыть с этим пояснением',
          isPending: end.isPending,
          run: end.mutateAsync,
        },
      ]}
      close={close}
    />
  )
}

/** A client's question about a request: answer it, or mark that no answer is needed. */
function TalkActs({ matter, isOpen, open }: ActsProps) {
  const settle = useClose(matter.id, SETTLED)
  return (
    <>
      <Press matter={matter} primary expanded={isOpen} onClick={open}>
        Ответить…
      </Press>
      <Press matter={matter} isPending={settle.isPending} onClick={() => settle.mutate('')}>
        Ответ не нужен
      </Press>
    </>
  )
}

function RetryActs({ matter }: ActsProps) {
  const retry = useRetry()
  return (
    <Press matter={matter} primary isPending={retry.isPending} onClick={() => retry.mutate(matter.id)}>
      Отправить ещё раз
    </Press>
  )
}

function UrgentActs({ matter }: ActsProps) {
  const save = useAct(
    ['request'],
    () => saveBacklog({ request_id: matter.id, inBacklog: true }, { onRefusal: 'throw' }),
    'Внесена в бэклог',
  )
  return (
    <Press matter={matter} primary isPending={save.isPending} onClick={() => save.mutate(undefined)}>
      Внести в бэклог
    </Press>
  )
}

export const send: Control = { Acts: SendActs }
export const offer: Control = { Acts: OfferActs, Panel: Decline }
export const scope: Control = { Acts: ScopeActs, Panel: Scope }
export const passed: Control = { Acts: BehalfActs, Panel: OnBehalf }
export const nobody: Control = { Acts: AddressActs, Panel: Address }
export const remark: Control = { Acts: RemarkActs, Panel: Remark }
export const inTalk: Control = { Acts: TalkActs, Panel: Answer }
export const delivery: Control = { Acts: RetryActs }
export const urgent: Control = { Acts: UrgentActs }
