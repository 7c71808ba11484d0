import { Button, Stack } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useUser } from '../../api/account.ts'
import { isApiError, sentenceOf } from '../../api/api-error.ts'
import { useChange } from '../../api/changes.ts'
import type { Changed } from '../../api/changes.ts'
import { showRefusal } from '../../components/kit/feedback/refused.ts'
import { leadToFirst, toWhatIsRefused } from '../../components/kit/fields/refused-fields.ts'
import { passkeyTrouble } from '../../components/shared/session/passkey.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { factorTexts as texts } from './factor-texts.ts'

interface PasswordConfirmProps<Result> {
  /** The label of the button. */
  action?: string
  dangerous?: boolean
  /** Shown above the password. */
  children?: ReactNode
  ask: (current_password: string) => Promise<Result>
  /** What the call makes outdated; nothing if it is only a first step. */
  changes?: readonly Changed[]
  onDone: (result: Result) => void
}

/** Asks for the password again before a change to how the account is opened. */
export function PasswordConfirm<Result>(props: PasswordConfirmProps<Result>) {
  const { action = texts.next, dangerous = false, children, ask, changes = [], onDone } = props
  const { login } = useUser()
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const { mutate, isPending } = useChange({
    changes,
    mutationFn: ask,
    onSuccess: onDone,
    onError: (error) => {
      const [sentence] = (isApiError(error) && error.errors['current_password']) || []
      if (sentence) setWrong(sentence)
      else showRefusal(error, passkeyTrouble(error) ?? sentenceOf(error))
    },
  })
  const send = (form: HTMLFormElement) => {
    setWrong(password === '' ? texts.empty : null)
    if (password === '') leadToFirst(form)
    else mutate(password, { onError: toWhatIsRefused(form) })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send(event.currentTarget)
      }}
    >
      <Stack gap="sm">
        {children}
        {/* So that password managers know whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={login} readOnly hidden />
        <PasswordField
          label={texts.password}
          description={texts.passwordNote}
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={wrong}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <Button type="submit" size="sm" color={dangerous ? 'red' : undefined} loading={isPending}>
          {action}
        </Button>
      </Stack>
    </form>
  )
}
