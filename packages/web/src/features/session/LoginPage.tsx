import { Button, Checkbox, Divider, Stack, TextInput, UnstyledButton } from '@mantine/core'
import { useDisclosure, useDocumentTitle } from '@mantine/hooks'
import type { secondFactor } from '@vypusk/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { ChangeEvent, SubmitEvent } from 'react'
import { entranceQuery } from '../../api/account.ts'
import { later, usePart } from '../../components/kit/feedback/later.ts'
import { showRefusal } from '../../components/kit/feedback/refused.ts'
import { beginCorporate } from '../../components/shared/session/corporate.ts'
import { savedLogin } from '../../components/shared/session/remembered.ts'
import { signIn, type Credentials, type OnEntered } from '../../components/shared/session/entering.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import classes from './LoginPage.module.css'
import { takeForm } from './written-form.ts'
import { signInRefusal, stepTexts, waysIn } from './texts.ts'

const secondStep = later(() => import('./SecondStep.tsx'))

interface DemoProps {
  onPick: (login: string, password: string) => void
}

/** The demo sign-ins, while the system is in demo mode; a click fills in the form. */
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

interface WaysProps {
  /** Whether passwords are accepted, while the server has not said so yet. */
  isByPassword: boolean
  form: ReturnType<typeof useCredentials>
  /** Called when the password was correct and a second factor is required. */
  onSecondStep: (ways: secondFactor.Ways) => void
  onEntered: OnEntered
}

const PasswordForm = ({ form, onSecondStep, onEntered }: Omit<WaysProps, 'isByPassword'>) => {
  const { mutate, isPending } = useMutation({
    mutationFn: (credentials: Credentials) => signIn(credentials, onEntered),
    onError: (error) => {
      const ways = waysIn(error)
      if (ways) onSecondStep(ways)
      else showRefusal(error, signInRefusal(error))
    },
  })
  const { values, setValues, field, onSubmit, takeWritten } = form
  const remembered = savedLogin()
  return (
    <form ref={takeWritten} onSubmit={onSubmit(mutate)} noValidate>
      <Stack gap="sm">
        <TextInput label="Логин" autoComplete="username" autoFocus={!remembered} {...field('login')} />
        <PasswordField
          label="Пароль"
          autoComplete="current-password"
          autoFocus={Boolean(remembered)}
          {...field('password')}
        />
        <Checkbox
          label="Запомнить меня"
          checked={values.rememberMe}
          onChange={({ currentTarget }) => setValues({ rememberMe: currentTarget.checked })}
        />
        <Button type="submit" size="sm" loading={isPending} fullWidth>
          Войти
        </Button>
      </Stack>
    </form>
  )
}

const EMPTY = { login: 'Введите логин', password: 'Введите пароль' } as const

type Typed = keyof typeof EMPTY

/** The form's state for three fields; a form library would be a third of the code that this page loads. */
function useCredentials() {
  const remembered = savedLogin()
  const [values, setAll] = useState({ login: remembered, password: '', rememberMe: remembered !== '' })
  const [empty, setEmpty] = useState<readonly Typed[]>([])
  const setValues = (changed: Partial<Credentials>) => {
    setAll((before) => ({ ...before, ...changed }))
    setEmpty(empty.filter((name) => !(name in changed)))
  }
  const field = (name: Typed) => ({
    value: values[name],
    error: empty.includes(name) ? EMPTY[name] : null,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => setValues({ [name]: currentTarget.value }),
  })
  // What was typed, or even sent, before the program ran; only once, when the form gets its program.
  const takeWritten = useCallback((made: HTMLFormElement | null) => {
    const written = made && takeForm(made)
    if (!written) return
    setAll(written.values)
    // After the values have reached the form.
    if (written.isSent) setTimeout(() => made.requestSubmit())
  }, [])
  const onSubmit = (send: (typed: Credentials) => void) => (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const missing = (['login', 'password'] as const).filter((name) => values[name] === '')
    setEmpty(missing)
    if (missing.length === 0) send(values)
    else event.currentTarget.querySelectorAll('input')[missing.includes('login') ? 0 : 1]?.focus()
  }
  return { values, setValues, field, onSubmit, takeWritten }
}

interface CorporateProps {
  name: string
  /** There is no other way to sign in. */
  only: boolean
}

const CorporateButton = ({ name, only }: CorporateProps) => {
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: beginCorporate,
    onError: (error) => showRefusal(error),
  })
  return (
    <Button
      size="sm"
      fullWidth
      variant={only ? 'filled' : 'default'}
      loading={isPending || isSuccess}
      classNames={{ root: classes.corporate, label: classes.corporateName }}
      onClick={() => mutate()}
    >
      {name}
    </Button>
  )
}

/**
 * The ways to sign in: by password, through the identity provider, or both. When passwords are disabled, they can be
 * used only in an emergency.
 */
const Ways = ({ isByPassword, ...props }: WaysProps) => {
  const { data: entrance, isPending } = useQuery(entranceQuery)
  const [isEmergency, { open: declareEmergency }] = useDisclosure(false)
  if (isPending && !isByPassword) return null
  const { corporate, by_password } = entrance ?? { corporate: null, by_password: true }
  const byPassword = by_password || isEmergency
  return (
    <>
      {byPassword && <PasswordForm {...props} />}
      {byPassword && corporate !== null && <Divider label="или" my="sm" />}
      {corporate !== null && <CorporateButton name={corporate} only={!byPassword} />}
      {!byPassword && (
        <UnstyledButton className={classes.emergency} onClick={declareEmergency}>
          Войти по паролю администратора
        </UnstyledButton>
      )}
    </>
  )
}

interface LoginProps {
  onEntered: OnEntered
  /** See `WaysProps`. */
  isByPassword?: boolean
}

export function LoginPage({ onEntered, isByPassword = false }: LoginProps) {
  const { data: entrance } = useQuery(entranceQuery)
  const form = useCredentials()
  const [ways, setWays] = useState<secondFactor.Ways | null>(null)
  const step = usePart(secondStep, ways !== null)
  useDocumentTitle('Вход · Выпуск')
  if (ways) {
    return (
      <main className={classes.page}>
        <div className={classes.card}>
          <h1 className={classes.title}>{stepTexts.title}</h1>
          <p className={classes.lead}>{stepTexts.lead(form.values.login)}</p>
          {step && (
            <step.SecondStep credentials={form.values} ways={ways} onBack={() => setWays(null)} onEntered={onEntered} />
          )}
        </div>
      </main>
    )
  }
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <h1 className={classes.title}>Выпуск</h1>
        <p className={classes.lead}>Заявки, релизы, согласования и публикации</p>
        <Ways form={form} isByPassword={isByPassword} onSecondStep={setWays} onEntered={onEntered} />
        <DemoSignIns onPick={(login, password) => form.setValues({ login, password })} />
        {entrance && <p className={classes.version}>Версия {entrance.app_version}</p>}
      </div>
    </main>
  )
}
