import { Button, CopyButton, Group, Stack, TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { secondFactor } from '@vypusk/contract'
import type { ReplyOf } from '@vypusk/contract'
import { useState } from 'react'
import { useChange } from '../../api/changes.ts'
import { call } from '../../api/client.ts'
import { useSecretForm } from '../../components/kit/fields/useSecretForm.ts'
import classes from './Account.module.css'
import { OF_FACTORS } from './factor-api.ts'
import { factorTexts as texts } from './factor-texts.ts'
import { PasswordConfirm } from './PasswordConfirm.tsx'
import { QrCode } from './QrCode.tsx'

type Begun = ReplyOf<typeof secondFactor.beginTotp>

interface AddingProps {
  /** Recovery codes come with the first factor. */
  onAdded: (recovery: string[] | null) => void
}

const Secret = ({ secret }: { secret: string }) => (
  <div>
    <div className={classes.device}>{texts.secret}</div>
    <div className={classes.dim}>{texts.secretNote}</div>
    <Group gap="xs" mt={4}>
      <code className={classes.secret}>{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
      <CopyButton value={secret}>
        {({ copied, copy }) => (
          <Button variant="default" size="compact-sm" onClick={copy}>
            {copied ? texts.copied : texts.copy}
          </Button>
        )}
      </CopyButton>
    </Group>
  </div>
)

const FIRST = { name: texts.phone, code: '' }

const validate = { name: isNotEmpty(texts.nameEmpty), code: isNotEmpty(texts.codeEmpty) }

function CodeForm({ begun: { key, secret, url }, onAdded }: AddingProps & { begun: Begun }) {
  const { mutateAsync, isPending } = useChange({
    changes: OF_FACTORS,
    mutationFn: (values: typeof FIRST) =>
      call(secondFactor.finishTotp, { body: { key, ...values }, onRefusal: 'throw' }),
    onSuccess: ({ recovery_codes }) => onAdded(recovery_codes),
  })
  const { form, formProps } = useSecretForm({ initialValues: FIRST, validate, send: mutateAsync })
  return (
    <form {...formProps}>
      <Stack gap="sm">
        <p className={classes.text}>{texts.scan}</p>
        <QrCode text={url} label={texts.qr} />
        <Secret secret={secret} />
        <TextInput
          label={texts.code}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={20}
          autoFocus
          {...form.getInputProps('code')}
        />
        <TextInput label={texts.name} description={texts.nameNote} maxLength={100} {...form.getInputProps('name')} />
        <Button type="submit" size="sm" loading={isPending}>
          {texts.addThis}
        </Button>
      </Stack>
    </form>
  )
}

/**
 * Adds an authenticator application: asks for the password, shows the QR code, and checks a code to confirm that the
 * application works.
 */
export function AddApplication({ onAdded }: AddingProps) {
  const [begun, setBegun] = useState<Begun | null>(null)
  if (begun) return <CodeForm begun={begun} onAdded={onAdded} />
  return (
    <PasswordConfirm
      ask={(current_password) => call(secondFactor.beginTotp, { body: { current_password }, onRefusal: 'throw' })}
      onDone={setBegun}
    />
  )
}
