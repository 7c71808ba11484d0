import { Button, Stack } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react'
import { account, auth, charactersOf } from '@vypusk/contract'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { PlainPage } from '../../components/kit/feedback/PlainPage.tsx'
import { useSecretForm } from '../../components/kit/fields/useSecretForm.ts'
import { RouteButton } from '../../components/kit/link/RouteLinks.tsx'
import { paths } from '../../paths.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import classes from './LoginPage.module.css'

const SIZE = 40

/** Fetched once, because setting the password uses up the link. */
const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['password-link', token],
    queryFn: ({ signal }) => call(auth.passwordLink, { params: { token }, signal, onRefusal: 'throw' }),
    staleTime: Infinity,
    placeholderData: undefined,
  })

const toLogin = (
  <RouteButton to={paths.login} variant="default">
    Войти в систему
  </RouteButton>
)

const EMPTY = { password: '', again: '' }

const validate = {
  password: (password: string) =>
    charactersOf(password) < account.MIN_PASSWORD ? `Не короче ${account.MIN_PASSWORD} символов` : null,
  again: (again: string, { password }: { password: string }) => (again === password ? null : 'Пароли не совпадают'),
}

function PasswordForm({ token, login, onDone }: { token: string; login: string; onDone: () => void }) {
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ password }: typeof EMPTY) =>
      call(auth.setPassword, { params: { token }, body: { password }, onRefusal: 'throw' }),
    onSuccess: onDone,
  })
  const { form, formProps } = useSecretForm({ initialValues: EMPTY, validate, send: mutateAsync })
  return (
    <form {...formProps}>
      <Stack gap="sm">
        {/* So that password managers know whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={login} readOnly hidden />
        <PasswordField
          label="Новый пароль"
          description={`Не короче ${account.MIN_PASSWORD} символов`}
          autoComplete="new-password"
          autoFocus
          {...form.getInputProps('password')}
        />
        <PasswordField label="Ещё раз" autoComplete="new-password" {...form.getInputProps('again')} />
        <Button type="submit" size="sm" loading={isPending} fullWidth>
          Задать пароль
        </Button>
      </Stack>
    </form>
  )
}

/** The page opened by the button of a password letter: sets a new password, once. Needs no session. */
export function PasswordPage() {
  const { token } = useParams({ strict: false }) as { token: string }
  const { data: owner, error } = useQuery(linkQuery(token))
  const [isDone, setDone] = useState(false)
  useDocumentTitle('Пароль · Выпуск')
  if (error) {
    return (
      <PlainPage
        icon={<IconLinkOff size={SIZE} color="var(--dim)" />}
        title="Задать пароль не получится"
        actions={toLogin}
      >
        {sentenceOf(error)}
      </PlainPage>
    )
  }
  if (!owner) return null
  if (isDone) {
    return (
      <PlainPage icon={<IconCircleCheck size={SIZE} color="var(--green)" />} title="Пароль задан" actions={toLogin}>
        Войдите с логином {owner.login} и новым паролем.
      </PlainPage>
    )
  }
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <h1 className={classes.title}>Новый пароль</h1>
        <p className={classes.lead}>
          {owner.name}, логин {owner.login}
        </p>
        <PasswordForm token={token} login={owner.login} onDone={() => setDone(true)} />
      </div>
    </main>
  )
}
