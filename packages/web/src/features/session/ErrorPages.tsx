import { Button } from '@mantine/core'
import { IconLock, IconMapQuestion } from '@tabler/icons-react'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { PlainPage } from '../../components/kit/feedback/PlainPage.tsx'

const Ways = () => {
  const router = useRouter()
  return (
    <>
      <Button onClick={() => router.history.push('/')}>На главную</Button>
      {router.history.canGoBack() && (
        <Button variant="default" onClick={() => router.history.back()}>
          Назад
        </Button>
      )}
    </>
  )
}

/** What the refused page said, when it said something of its own. */
const useRefusal = (): string | undefined => useRouterState({ select: (state) => state.location.state.refusal })

export const Error403Page = () => (
  <PlainPage icon={<IconLock size={40} color="var(--dim)" />} title="Нет доступа" actions={<Ways />}>
    {useRefusal() ?? 'У вас нет прав на эту страницу. Если они нужны для работы, обратитесь к администратору.'}
  </PlainPage>
)

export const Error404Page = () => (
  <PlainPage icon={<IconMapQuestion size={40} color="var(--dim)" />} title="Страница не найдена" actions={<Ways />}>
    {useRefusal() ?? 'Возможно, запись удалена или адрес набран с ошибкой.'}
  </PlainPage>
)
