import { Button, Group, Modal } from '@mantine/core'
import { secondFactor } from '@vypusk/contract'
import type { ReplyOf } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { Loaded } from '../../components/kit/data-table/Loaded.tsx'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { hasPasskeys } from '../../components/shared/session/passkey.ts'
import { AbleButton } from '../../ui/AbleButton.tsx'
import { SkeletonLines } from '../../ui/Skeletons.tsx'
import classes from './Account.module.css'
import { AddApplication } from './AddApplication.tsx'
import { AddPasskey } from './AddPasskey.tsx'
import { factorsQuery, OF_FACTORS } from './factor-api.ts'
import { factorTexts as texts } from './factor-texts.ts'
import { PasswordConfirm } from './PasswordConfirm.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

type Own = ReplyOf<typeof secondFactor.get>

/** The step in progress; all steps use the same dialog. */
type FactorAction =
  | { what: 'totp' }
  | { what: 'passkey' }
  | { what: 'renew' }
  | { what: 'remove'; factor: secondFactor.Factor; isLast: boolean }
  | { what: 'codes'; codes: string[] }

const titleOf = (doing: FactorAction): string =>
  ({
    totp: texts.addTotp,
    passkey: texts.addPasskey,
    renew: texts.renew,
    codes: texts.codesTitle,
    remove: doing.what === 'remove' ? texts.removeTitle(doing.factor.name) : '',
  })[doing.what]

interface StepProps {
  doing: FactorAction
  onDoing: (doing: FactorAction | null) => void
}

function Step({ doing, onDoing }: StepProps) {
  const added = (codes: string[] | null) => {
    toast.success(texts.added)
    onDoing(codes && { what: 'codes', codes })
  }
  const removed = () => {
    toast.success(texts.removed)
    onDoing(null)
  }
  const renewed = ({ recovery_codes: codes }: { recovery_codes: string[] }) => {
    onDoing({ what: 'codes', codes })
  }
  if (doing.what === 'codes') return <RecoveryCodes codes={doing.codes} onSaved={() => onDoing(null)} />
  if (doing.what === 'totp') return <AddApplication onAdded={added} />
  if (doing.what === 'passkey') return <AddPasskey onAdded={added} />
  if (doing.what === 'renew') {
    const renew = (current_password: string) =>
      call(secondFactor.renewRecovery, { body: { current_password }, onRefusal: 'throw' })
    return (
      <PasswordConfirm action={texts.renew} changes={OF_FACTORS} ask={renew} onDone={renewed}>
        <p className={classes.text}>{texts.renewNote}</p>
      </PasswordConfirm>
    )
  }
  const { factor, isLast } = doing
  const remove = (current_password: string) =>
    call(secondFactor.remove, { params: { id: factor.id }, body: { current_password }, onRefusal: 'throw' })
  return (
    <PasswordConfirm action={texts.remove} dangerous changes={OF_FACTORS} ask={remove} onDone={removed}>
      <p className={classes.text}>{isLast ? texts.removeLast : texts.removeNote}</p>
    </PasswordConfirm>
  )
}

interface ListProps {
  own: Own
  onDoing: (doing: FactorAction) => void
}

const Factors = ({ own: { factors, recovery_left }, onDoing }: ListProps) => (
  <ul className={classes.sessions}>
    {factors.map((factor) => (
      <li key={factor.id} className={classes.session}>
        <div className={classes.what}>
          <span className={classes.device}>{factor.name}</span>
          <span className={classes.dim}>{texts.about(factor)}</span>
        </div>
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          aria-label={texts.removeNamed(factor.name)}
          onClick={() => onDoing({ what: 'remove', factor, isLast: factors.length === 1 })}
        >
          {texts.remove}
        </Button>
      </li>
    ))}
    <li className={classes.session}>
      <span className={recovery_left < 3 ? classes.few : classes.dim}>{texts.recoveryLeft(recovery_left)}</span>
      <Button size="compact-sm" variant="subtle" onClick={() => onDoing({ what: 'renew' })}>
        {texts.renew}
      </Button>
    </li>
  </ul>
)

const Adding = ({ own: { abilities }, onDoing }: ListProps) => {
  const passkey = abilities.passkey === true && !hasPasskeys() ? texts.noPasskeys : abilities.passkey
  return (
    <Group gap="xs">
      <AbleButton ability={abilities.totp} onClick={() => onDoing({ what: 'totp' })}>
        {texts.addTotp}
      </AbleButton>
      <AbleButton ability={passkey} onClick={() => onDoing({ what: 'passkey' })}>
        {texts.addPasskey}
      </AbleButton>
    </Group>
  )
}

function Shown({ own }: { own: Own }) {
  const [doing, setDoing] = useState<FactorAction | null>(null)
  return (
    <div className={classes.factors}>
      <p className={classes.dim}>
        {texts.lead} {own.is_demanded && texts.demanded}
      </p>
      {own.factors.length > 0 && <Factors own={own} onDoing={setDoing} />}
      <Adding own={own} onDoing={setDoing} />
      <Modal
        opened={doing !== null}
        onClose={() => setDoing(null)}
        title={doing && titleOf(doing)}
        // Codes are shown once, so neither a click outside nor Escape closes the dialog.
        closeOnClickOutside={doing?.what !== 'codes'}
        closeOnEscape={doing?.what !== 'codes'}
      >
        {doing && <Step key={doing.what} doing={doing} onDoing={setDoing} />}
      </Modal>
    </div>
  )
}

/** The second factors of the person, and the recovery codes for when they are lost. */
export const SecondFactor = () => (
  <Loaded
    result={useQuery(factorsQuery)}
    failed={texts.failed}
    loading={<SkeletonLines lines={2} label={texts.loading} />}
  >
    {(own) => <Shown own={own} />}
  </Loaded>
)
