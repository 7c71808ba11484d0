import { auth, decodeName } from '@vypusk/contract'
import { Menu } from '@mantine/core'
import { IconBuilding, IconCheck } from '@tabler/icons-react'
import { useUser } from '../../../api/account.ts'
import { useChange } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'
import { lookAs } from '../../../api/session.ts'
import { notifyRefusal } from '../../kit/feedback/refused.ts'

/** Switches to another of the person's companies, and opens the start page or another address; the page is reloaded. */
export const useChooseCompany = (address = '/') =>
  useChange({
    changes: [],
    mutationFn: (company: number) => call(auth.chooseCompany, { body: { company }, onRefusal: 'throw' }),
    onSuccess: ({ user }) => lookAs(user, address),
    onError: notifyRefusal,
  })

/** The companies of a person who belongs to several, as menu items; renders nothing for anybody else. */
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
