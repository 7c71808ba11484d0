import { Menu, UnstyledButton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { adminLists, requests } from '@vypusk/contract'
import { whenDone } from '../../../components/kit/feedback/when-done.ts'
import { Tag } from '../../../ui/Tag.tsx'
import { useSetTone } from './api.ts'
import classes from './lists.module.css'

/** The colour of a status, and a menu with the others. */
export function ToneMenu({ status: { id, name, tone } }: { status: adminLists.RequestStatus }) {
  const { mutateAsync, isPending, variables } = useSetTone(id)
  const shown = isPending ? variables : tone
  return (
    <Menu>
      <Menu.Target>
        <UnstyledButton
          className={classes.tone}
          aria-label={`Цвет статуса ${name}: ${adminLists.toneNames[shown]}`}
          aria-busy={isPending || undefined}
        >
          <Tag tone={shown}>{adminLists.toneNames[shown]}</Tag>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {requests.tones.map((each) => (
          <Menu.Item
            key={each}
            aria-current={each === shown || undefined}
            rightSection={each === shown && <IconCheck size={14} />}
            onClick={() => each !== shown && whenDone(mutateAsync(each))}
          >
            <Tag tone={each}>{adminLists.toneNames[each]}</Tag>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
