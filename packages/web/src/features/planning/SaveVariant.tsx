import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useUser } from '../../api/account.ts'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { useSaveVariant, variantsQuery } from './api.ts'
import type { Plan } from './usePlan.ts'
import { useIsShown } from '../../components/kit/feedback/useIsShown.ts'
import { whenDone } from '../../components/kit/feedback/when-done.ts'

function Form({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const { id: me } = useUser()
  const own = plan.variant?.author.id === me ? plan.variant : null
  const [name, setName] = useState(own?.name ?? '')
  const [is_shared, setShared] = useState(own?.is_shared ?? false)
  const { mutateAsync, isPending } = useSaveVariant()
  const isShown = useIsShown()
  const { data } = useQuery(variantsQuery)
  // One that was deleted in another tab meanwhile is saved as a new one.
  const saved = data && !data.variants.some(({ id }) => id === own?.id) ? null : own
  const save = () => {
    const body = { name, is_shared, changes: plan.changes, version: saved?.version ?? null }
    whenDone(mutateAsync({ id: saved?.id ?? 0, body }), ({ variant }) => {
      toast.success(`Вариант «${variant.name}» сохранён`)
      if (!isShown()) return
      plan.open(variant)
      onClose()
    })
  }
  return (
    <form onSubmit={(event) => (event.preventDefault(), save())}>
      <Stack gap="md">
        <TextInput
          label="Название"
          required
          data-autofocus
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox
          label="Показать коллегам"
          description="Пока не отмечено, вариант видите только вы"
          checked={is_shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Отмена
          </Button>
          <Button type="submit" loading={isPending} disabled={!name.trim()}>
            Сохранить вариант
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Saves the changes under a name; only their author sees them until they are shared. */
export function SaveVariant({ plan }: { plan: Plan }) {
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      <Button variant="default" onClick={open}>
        Сохранить вариант…
      </Button>
      <Modal opened={opened} onClose={close} title="Вариант">
        <Form plan={plan} onClose={close} />
      </Modal>
    </>
  )
}
