import { Button } from '@mantine/core'
import { account, charactersOf } from '@vypusk/contract'
import { useChange } from '../../api/changes.ts'
import { useUser } from '../../api/account.ts'
import { call } from '../../api/client.ts'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { useSecretForm } from '../../components/kit/fields/useSecretForm.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import classes from './Account.module.css'
import { texts } from './texts.ts'

const EMPTY = { current_password: '', password: '', again: '' }

const validate = {
  current_password: (text: string) => (text === '' ? texts.empty : null),
  password: (text: string) => (charactersOf(text) < account.MIN_PASSWORD ? texts.tooShort(account.MIN_PASSWORD) : null),
  again: (text: string, { password }: typeof EMPTY) => (text === password ? null : texts.differ),
}

/** Changes the password: asks for the current one, keeps this session and ends the others. */
export function PasswordForm() {
  const { login } = useUser()
  const { mutateAsync, isPending } = useChange({
    changes: ['own-sessions'],
    mutationFn: ({ current_password, password }: typeof EMPTY) =>
      call(account.changePassword, { body: { current_password, password }, onRefusal: 'throw' }),
    onSuccess: () => {
      form.reset()
      toast.success(texts.changed)
    },
  })
  const { form, formProps } = useSecretForm({ initialValues: EMPTY, validate, send: mutateAsync })
  return (
    <form className={classes.form} {...formProps}>
      <p className={classes.dim}>{texts.passwordNote}</p>
      {/* So that password managers know whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={login} readOnly hidden />
      <PasswordField
        label={texts.current}
        autoComplete="current-password"
        {...form.getInputProps('current_password')}
      />
      <PasswordField
        label={texts.next}
        description={texts.nextNote(account.MIN_PASSWORD)}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      <PasswordField label={texts.again} autoComplete="new-password" {...form.getInputProps('again')} />
      <Button type="submit" size="sm" loading={isPending}>
        {texts.change}
      </Button>
    </form>
  )
}
