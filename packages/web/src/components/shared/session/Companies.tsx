import { auth, decodeName } from '@vypusk/contract'
import { Menu } from '@mantine/core'
import { IconBuilding, IconCheck } from '@tabler/icons-react'
import { useUser } from '../../../api/account.ts'
import { useChange } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'
import { lookAs } from '../../../api/session.ts'
import { sayRefusal } from '../../kit/feedback/refused.ts'

/** Looks at another of the own companies, from the start or from an address of it; the page is made anew. */
export const useChooseCompany = (address = '/') =>
  useChange({
    changes: [],
    mutationFn: (company: number) => call(auth.chooseCompany, { body: { company }, onRefusal: 'throw' }),
    onSuccess: ({ user }) => lookAs(user, address),
    onError: sayRefusal,
  })

/** The companies of somebody who belongs to several, in a menu; nothing of anybody else. */
export function CompanyItems() {
  const { company, companies = [] } = useUser()
  const { mutate, isPending } = useChooseCompany()
  return companies.map(({ idcomp, namecomp }) => {
    const isChosen = idcomp === company?.idcomp
    return (
      <Menu.Item
        key={idcomp}
        leftSection={isChosen ? <IconCheck size={16} /> : <IconBuilding size={16} />}
        aria-current={isChosen ? 'true' : undefined}
        fw={isChosen ? 600 : 400}
        disabled={isPending}
        onClick={() => !isChosen && mutate(idcomp)}
      >
        {decodeName(namecomp)}
      </Menu.Item>
    )
  })
}
