import type { receipts } from '@vypusk/contract'
import { confirmReceipt } from '../../../components/shared/publication/api.ts'
import { readComments } from '../../../components/shared/registry/api.ts'
import { ANSWERED, answerThread, CLOSED, keptNotice, turnThread } from '../../../components/shared/threads/api.ts'
import { OwnTrials } from '../../../components/shared/trials/OwnTrials.tsx'
import { useAct, useMailedAct } from '../api.ts'
import type { ActsProps, Control, PanelProps } from './control.ts'
import { inParagraphs } from './paragraphs.ts'
import { OneLine } from './OneLine.tsx'
import { Press } from './Press.tsx'

const THREADS = ['agreement', 'request', 'release'] as const
const MOST_WORDS = 4000

export const useAnswer = (id: number) =>
  useMailedAct(
    THREADS,
    (text: string) => answerThread(id, { html: inParagraphs(text) }),
    (mail) => keptNotice(ANSWERED, mail),
  )

export const useClose = (id: number, done = CLOSED) =>
  useMailedAct(
    THREADS,
    (reason: string) => turnThread(id, { state: 'closed', reason }),
    (mail) => keptNotice(done, mail),
  )

/** Writes an answer in the thread. */
export function Answer({ matter, close }: PanelProps) {
  const answer = useAnswer(matter.id)
  return (
    <OneLine
      name={`thread.${matter.id}.answer`}
      label="Ответ"
      maxLength={MOST_WORDS}
      acts={[
        {
          title: 'Ответить',
          isPending: answer.isPending,
          run: answer.mutateAsync,
        },
      ]}
      close={close}
    />
  )
}

function AnsweredActs({ matter, isOpen, open }: ActsProps) {
  const close = useClose(matter.id)
  return (
    <>
      <Press matter={matter} primary isPending={close.isPending} onClick={() => close.mutate('')}>
        Закрыть замечание
      </Press>
      <Press matter={matter} expanded={isOpen} onClick={open}>
        Ответить…
      </Press>
    </>
  )
}

const AnswerActs = ({ matter, isOpen, open }: ActsProps) => (
  <Press matter={matter} primary expanded={isOpen} onClick={open}>
    Ответить…
  </Press>
)

const TryActs = ({ matter, isOpen, open }: ActsProps) => (
  <Press matter={matter} primary expanded={isOpen} onClick={open}>
    Отметить проверенное
  </Press>
)

const Try = ({ matter }: PanelProps) => (
  <OwnTrials agreement_id={matter.agreement_id ?? 0}>{(_progress, list) => list}</OwnTrials>
)

function FetchActs({ matter }: ActsProps) {
  const { publication_id, release_id } = matter
  const confirm = useAct(
    ['publication'],
    (kind: receipts.ReceiptKind) => confirmReceipt(publication_id ?? 0, { release_id: release_id ?? 0, kind }),
    'Отметка сохранена',
  )
  return (
    <>
      <Press matter={matter} isPending={confirm.isPending} onClick={() => confirm.mutate('received')}>
        Получили
      </Press>
      <Press matter={matter} primary isPending={confirm.isPending} onClick={() => confirm.mutate('installed')}>
        Установили
      </Press>
    </>
  )
}

function ReadActs({ matter: { id, ...matter } }: ActsProps) {
  const read = useAct(['registry_entry'], () => readComments({ id }, { onRefusal: 'throw' }), 'Отмечено прочитанным')
  return (
    <Press matter={{ id, ...matter }} isPending={read.isPending} onClick={() => read.mutate(undefined)}>
      Прочитано
    </Press>
  )
}

export const answered: Control = { Acts: AnsweredActs, Panel: Answer }
export const question: Control = { Acts: AnswerActs, Panel: Answer }
export const trial: Control = { Acts: TryActs, Panel: Try }
export const fetched: Control = { Acts: FetchActs }
export const unread: Control = { Acts: ReadActs }
