import { Group } from '@mantine/core'
import { useUser } from '../../api/account.ts'
import { TableState } from '../../components/kit/data-table/states.tsx'
import { RouteButton } from '../../components/kit/link/RouteLinks.tsx'
import { paths } from '../../paths.ts'
import { NewRequestButton } from './creating/NewRequestButton.tsx'

/** In this order, because a company chooses among modules and a person belongs to a company. */
const FIRST_STEPS = [
  { to: paths.adminSystems, label: '1. Системы и модули' },
  { to: paths.adminCompanies, label: '2. Компании' },
  { to: paths.adminPeople, label: '3. Люди' },
  { to: paths.requestsImport, label: '4. Импорт заявок' },
] as const

const Beginning = () => (
  <TableState
    title="Заявок ещё нет"
    action={
      <Group gap="xs" justify="center" mt="xs">
        {FIRST_STEPS.map(({ to, label }) => (
          <RouteButton key={to} to={to} variant="default">
            {label}
          </RouteButton>
        ))}
      </Group>
    }
  >
    Заведите системы с модулями, затем компании и людей: клиенты смогут создавать заявки. Те, что есть в прежней
    системе, загрузите из файла.
  </TableState>
)

/** The backlog before its first request; an administrator of a new installation is shown where to begin. */
export const NoRequests = () =>
  useUser().isAdmin ? (
    <Beginning />
  ) : (
    <TableState title="Заявок ещё нет" action={<NewRequestButton />}>
      Они появятся здесь, как только клиент создаст первую. Её можно завести и за клиента.
    </TableState>
  )
