import { Button } from '@mantine/core'
import { IconLogin2 } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { sentenceOf } from '../../api/api-error.ts'
import { PlainPage } from '../../components/kit/feedback/PlainPage.tsx'

/** Shown when a corporate sign-in has failed: the reason, and a link to the sign-in page. */
export function SignInFailed({ error }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <PlainPage
      icon={<IconLogin2 size={40} color="var(--dim)" />}
      title="Войти не получилось"
      actions={<Button onClick={() => router.history.replace('/login')}>На страницу входа</Button>}
    >
      {sentenceOf(error)}
    </PlainPage>
  )
}
