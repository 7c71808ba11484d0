import { Box, Button, Stack } from '@mantine/core'
import type { agreements, threads } from '@vypusk/contract'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { scopeChangeIn } from '../../../api/scopes.ts'
import { whenDone } from '../../kit/feedback/when-done.ts'
import { AgreementOffer } from '../offers/AgreementOffer.tsx'
import { ScopeDifference } from '../scope/ScopeDifference.tsx'
import { AgreeButton } from '../threads/AgreeButton.tsx'
import { AgreeNoted } from '../threads/AgreeNoted.tsx'
import { notifyUpdated, useOfferDate, useUpdateAgreement } from './api.ts'
import { isSameQuestion } from './same-question.ts'

interface PartProps {
  agreement: agreements.AgreementDetail
}

function OwnOfferForm({ agreement, onDone }: PartProps & { onDone: () => void }) {
  const { mutateAsync, isPending, error } = useOfferDate(agreement.id)
  return (
    <AgreementOffer
      agreement={agreement}
      isPending={isPending}
      error={error}
      onSubmit={async (proposal) => notifyUpdated(await mutateAsync(proposal))}
      onDone={onDone}
    />
  )
}

type Writing = 'noted' | 'offer'

interface AnswersProps extends PartProps {
  /** The company's open remarks; undefined until they are known: nobody agrees before. */
  open: threads.OpenRemarks | undefined
  /** How a remark is raised here, if it can be. */
  raise?: ReactNode
}

interface ButtonsProps extends AnswersProps {
  isPending: boolean
  onApprove: () => void
  onWrite: (what: Writing) => void
}

function Buttons({ agreement: { abilities }, open, raise, isPending, onApprove, onWrite }: ButtonsProps) {
  const { approve, remark, offer } = abilities
  return (
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
      {remark === true && raise}
      {offer === true && (
        <Button variant="subtle" disabled={isPending} onClick={() => onWrite('offer')}>
          Предложить другую дату
        </Button>
      )}
    </Stack>
  )
}

interface OwnAnswersProps extends AnswersProps {
  /** What stands below the answers while none is being written. */
  children?: ReactNode
}

/** What a signed-in client can answer to a date, wherever the agreement is shown. */
export function OwnAnswers({ agreement, open, raise, children }: OwnAnswersProps) {
  const [writing, setWriting] = useState<Writing | null>(null)
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
        <Box mt="xs">
          <OwnOfferForm agreement={agreement} onDone={done} />
        </Box>
      )}
      {writing === null && (
        <>
          <Buttons
            agreement={agreement}
            open={open}
            raise={raise}
            isPending={isPending}
            onApprove={() => whenDone(agree())}
            onWrite={write}
          />
          {children}
        </>
      )}
    </>
  )
}
