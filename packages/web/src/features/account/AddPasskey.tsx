import { TextInput } from '@mantine/core'
import { secondFactor } from '@vypusk/contract'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { makePasskey } from '../../components/shared/session/passkey.ts'
import { OF_FACTORS } from './factor-api.ts'
import { factorTexts as texts } from './factor-texts.ts'
import { PasswordConfirm } from './PasswordConfirm.tsx'

interface AddPasskeyProps {
  /** Recovery codes come with the first factor. */
  onAdded: (recovery: string[] | null) => void
}

/** Adds a passkey: the browser asks for the device, a fingerprint or a security key. */
export function AddPasskey({ onAdded }: AddPasskeyProps) {
  const [name, setName] = useState<string>(texts.device)
  const add = async (current_password: string) => {
    const { options } = await call(secondFactor.beginPasskey, { body: { current_password }, onRefusal: 'throw' })
    const passkey = await makePasskey(options)
    const body = { name: name.trim() || texts.device, passkey }
    return call(secondFactor.finishPasskey, { body, onRefusal: 'throw' })
  }
  return (
    <PasswordConfirm
      action={texts.addThis}
      changes={OF_FACTORS}
      ask={add}
      onDone={({ recovery_codes }) => onAdded(recovery_codes)}
    >
      <TextInput
        label={texts.name}
        description={texts.nameNote}
        maxLength={100}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </PasswordConfirm>
  )
}
