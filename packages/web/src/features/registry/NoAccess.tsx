import { adminPeople } from '@vypusk/contract'
import { IconLock } from '@tabler/icons-react'
import { useUser } from '../../api/account.ts'
import { TableState } from '../../components/kit/data-table/states.tsx'
import { RouteButton } from '../../components/kit/link/RouteLinks.tsx'
import { Page } from '../../components/shared/page/Page.tsx'
import { paths } from '../../paths.ts'
import { NO_ACCESS } from './texts.ts'

const ENTERS = adminPeople.rightTitles.can_enter_registry

/** Shown in the page itself, because a refused check does not lead to the error page (brief, section 6). */
export function NoAccess() {
  const { id, isRivc, isAdmin } = useUser()
  const home = <RouteButton to={isRivc ? paths.backlog : paths.clientRequests}>На главную</RouteButton>
  // An administrator, who gives access to others, can also get it.
  const own = (
    <RouteButton to={paths.adminPeople} search={{ open: String(id) }}>
      Моя запись
    </RouteButton>
  )
  return (
    <Page title="Реестр заявок">
      <TableState
        icon={<IconLock size={32} stroke={1.5} aria-hidden />}
        title={NO_ACCESS}
        action={isAdmin ? own : home}
      >
        {isAdmin
          ? `Чтобы открыть его себе, отметьте «${ENTERS}» в своей записи и сохраните её.`
          : 'Его открывает администратор системы. Напишите ему, если реестр нужен вам для работы.'}
      </TableState>
    </Page>
  )
}
