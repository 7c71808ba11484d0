import { useRouter } from '@tanstack/react-router'
import { LoginPage } from './LoginPage.tsx'

/** The sign-in page as one of the screens, for people who come to it from another screen. */
export function LoginRoute() {
  const { history } = useRouter()
  return <LoginPage onEntered={(address) => history.replace(address)} />
}
