import { Button, Checkbox, PasswordInput, Stack, TextInput, UnstyledButton } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { entranceQuery } from '../../api/account.ts'
import { showError } from '../../components/feedback/dialogs.tsx'
import { savedLogin } from '../../components/session/remembered.ts'
import { useSignIn } from '../../components/session/useSession.ts'
import classes from './LoginPage.module.css'
import { signInRefusal } from './texts.ts'

interface DemoProps {
  onPick: (login: string, password: string) => void
}

/** The demo sign-ins, while the system is in demo mode: a click fills the form. */
const DemoSignIns = ({ onPick }: DemoProps) => {
  const { data } = useQuery(entranceQuery)
  if (!data || data.demo.length === 0) return null
  return (
    <section className={classes.demo} aria-labelledby="demo-sign-ins">
      <h2 id="demo-sign-ins" className={classes.demoTitle}>
        Демонстрация, пароль {data.demo[0]?.password}
      </h2>
      {data.demo.map(({ login, password, who }) => (
        <UnstyledButton key={login} className={classes.demoLogin} onClick={() => onPick(login, password)}>
          <span>{login}</span>
          <span className={classes.who}>{who}</span>
        </UnstyledButton>
      ))}
    </section>
  )
}

export function LoginPage() {
  const signIn = useSignIn()
  const { data: entrance } = useQuery(entranceQuery)
  const { mutate, isPending } = useMutation({
    mutationFn: signIn,
    onError: (error) => showError(signInRefusal(error)),
  })
  const remembered = savedLogin()
  const form = useForm({
    initialValues: { login: remembered, password: '', rememberMe: remembered !== '' },
    validate: { login: isNotEmpty('Введите логин'), password: isNotEmpty('Введите пароль') },
  })

  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <h1 className={classes.title}>Выпуск</h1>
        <p className={classes.lead}>Заявки, релизы, согласования и публикации</p>
        <form onSubmit={form.onSubmit((values) => mutate(values))} noValidate>
          <Stack gap="sm">
            <TextInput label="Логин" autoComplete="username" autoFocus={!remembered} {...form.getInputProps('login')} />
            <PasswordInput
              label="Пароль"
              autoComplete="current-password"
              autoFocus={Boolean(remembered)}
              {...form.getInputProps('password')}
            />
            <Checkbox label="Запомнить меня" {...form.getInputProps('rememberMe', { type: 'checkbox' })} />
            <Button type="submit" size="sm" loading={isPending} fullWidth>
              Войти
            </Button>
          </Stack>
        </form>
        <DemoSignIns onPick={(login, password) => form.setValues({ login, password })} />
        {entrance && <p className={classes.version}>Версия {entrance.app_version}</p>}
      </div>
    </main>
  )
}
