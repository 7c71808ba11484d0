import { decodeName } from '@vypusk/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { userQuery } from '../../api/account.ts'
import { useChooseCompany } from '../../components/shared/session/Companies.tsx'
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

/** What one company may not see may belong to another company of the same person, for which the letter was meant. */
const OtherCompanies = () => {
  // The refused person is already known; this page does not fetch them.
  const { data: user } = useQuery({ ...userQuery, enabled: false })
  const from = useRouterState({ select: (state) => state.location.state.from })
  const { mutate, isPending } = useChooseCompany(from)
  const others = user?.companies?.filter(({ idcomp }) => idcomp !== user.company?.idcomp) ?? []
  return others.map(({ idcomp, namecomp }) => (
    <Button key={idcomp} variant="default" loading={isPending} onClick={() => mutate(idcomp)}>
      Открыть как {decodeName(namecomp)}
    </Button>
  ))
}

/** The message of the refused page, if it had one. */
const useRefusal = (): string | undefined => useRouterState({ select: (state) => state.location.state.refusal })

export const Error403Page = () => (
  <PlainPage icon={<IconLock size={40} color="var(--dim)" />} title="Нет доступа" actions={<Ways />}>
    {useRefusal() ?? 'У вас нет прав на эту страницу. Если они нужны для работы, обратитесь к администратору.'}
  </PlainPage>
)

export const Error404Page = () => (
  <PlainPage
    icon={<IconMapQuestion size={40} color="var(--dim)" />}
    title="Страница не найдена"
    actions={
      <>
        <OtherCompanies />
        <Ways />
      </>
    }
  >
    {useRefusal() ?? 'Возможно, запись удалена или адрес набран с ошибкой.'}
  </PlainPage>
)
