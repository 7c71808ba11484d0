import { Button, Divider, Stack, TextInput, UnstyledButton } from '@mantine/core'
import type { secondFactor } from '@vypusk/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiError } from '../../api/api-error.ts'
import { showRefusal } from '../../components/kit/feedback/refused.ts'
import { leadToFirst, toWhatIsRefused } from '../../components/kit/fields/refused-fields.ts'
import { hasPasskeys, passkeyTrouble, showPasskey } from '../../components/shared/session/passkey.ts'
import { signIn, type Credentials, type OnEntered, type Proof } from '../../components/shared/session/entering.ts'
import classes from './LoginPage.module.css'
import { signInRefusal, stepTexts as texts, waysIn } from './texts.ts'

interface StepProps {
  credentials: Credentials
  ways: secondFactor.Ways
  onBack: () => void
  onEntered: OnEntered
}

interface CodeProps {
  isRecovery: boolean
  isPending: boolean
  error: string | null
  onSend: (code: string, form: HTMLFormElement) => void
}

const CodeForm = ({ isRecovery, isPending, error, onSend }: CodeProps) => {
  const [code, setCode] = useState('')
  const [isCodeShown, setCodeShown] = useState(false)
  const send = (form: HTMLFormElement) => {
    if (code.trim() !== '') return onSend(code.trim(), form)
    setCodeShown(true)
    return leadToFirst(form)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send(event.currentTarget)
      }}
      noValidate
    >
      <Stack gap="sm">
        <TextInput
          label={isRecovery ? texts.recovery : texts.code}
          description={isRecovery ? texts.recoveryNote : texts.codeNote}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          inputMode={isRecovery ? 'text' : 'numeric'}
          maxLength={40}
          autoFocus
          value={code}
          error={error ?? (isCodeShown && code.trim() === '' ? texts.empty : null)}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <Button type="submit" size="sm" loading={isPending} fullWidth>
          {texts.enter}
        </Button>
      </Stack>
    </form>
  )
}

type Options = NonNullable<secondFactor.Ways['passkey']>

/** Called when the button is pressed, so that a passkey is requested only then. */
type Prove = () => Proof | Promise<Proof>

function useStep({ credentials, ways: first, onEntered }: StepProps) {
  const [ways, setWays] = useState(first)
  const [wrong, setWrong] = useState<string | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: async (prove: Prove) => signIn(credentials, onEntered, await prove()),
    onError: (error) => {
      // Each refusal contains a new challenge for the passkey, because a challenge can be used only once.
      const again = waysIn(error)
      if (again) setWays(again)
      if (again && isApiError(error)) setWrong(error.message)
      else showRefusal(error, passkeyTrouble(error) ?? signInRefusal(error))
    },
  })
  const prove = (make: Prove, form?: HTMLFormElement) => {
    setWrong(null)
    mutate(make, { onError: toWhatIsRefused(form) })
  }
  return { ways, wrong, isPending, prove, forget: () => setWrong(null) }
}

type Step = ReturnType<typeof useStep>

/**
 * The button for a passkey.
 * @param isOnly whether it is the only way to sign in
 */
const KeyButton = ({ step, options, isOnly }: { step: Step; options: Options; isOnly: boolean }) => (
  <>
    {!isOnly && <Divider label={texts.or} my="sm" />}
    <Button
      size="sm"
      fullWidth
      autoFocus={isOnly}
      variant={isOnly ? 'filled' : 'default'}
      loading={step.isPending && isOnly}
      onClick={() => step.prove(async () => ({ passkey: await showPasskey(options) }))}
    >
      {texts.byKey}
    </Button>
    {isOnly && step.wrong !== null && (
      <p className={classes.wrong} role="alert">
        {step.wrong}
      </p>
    )}
  </>
)

/** The second step of a sign-in: a code, a passkey, or a recovery code. */
export function SecondStep(props: StepProps) {
  const step = useStep(props)
  const { totp, recovery, passkey } = step.ways
  const options = hasPasskeys() ? passkey : null
  const isUsual = totp || options !== null
  const [isRecovery, setRecovery] = useState(!isUsual)
  const turn = () => {
    step.forget()
    setRecovery(!isRecovery)
  }
  return (
    <>
      {(totp || isRecovery) && (
        <CodeForm
          key={String(isRecovery)}
          isRecovery={isRecovery}
          isPending={step.isPending}
          error={step.wrong}
          onSend={(code, form) => step.prove(() => ({ code }), form)}
        />
      )}
      {options && !isRecovery && <KeyButton step={step} options={options} isOnly={!totp} />}
      <div className={classes.others}>
        {recovery && isUsual && (
          <UnstyledButton className={classes.other} onClick={turn}>
            {isRecovery ? texts.otherWay : texts.byRecovery}
          </UnstyledButton>
        )}
        <UnstyledButton className={classes.other} onClick={props.onBack}>
          {texts.back}
        </UnstyledButton>
      </div>
      <p className={classes.help}>{texts.help}</p>
    </>
  )
}
