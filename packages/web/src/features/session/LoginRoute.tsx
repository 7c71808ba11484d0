import { useRouter } from '@tanstack/react-router'
import { LoginPage } from './LoginPage.tsx'

/** The sign-in among the other screens: for whoever has left one of them. */
export function LoginRoute() {
  const { history } = useRouter()
  return <LoginPage onEntered={(address) => history.replace(address)} />
}
