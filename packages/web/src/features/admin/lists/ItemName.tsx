import { Box, TextInput } from '@mantine/core'
import type { adminLists } from '@vypusk/contract'
import { useState } from 'react'
import { sentenceOf } from '../../../api/api-error.ts'
import { currentOf } from '../../../api/conflict.ts'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { notifyRefusal } from '../../../components/kit/feedback/refused.ts'
import { useIsShown } from '../../../components/kit/feedback/useIsShown.ts'
import { whenDone } from '../../../components/kit/feedback/when-done.ts'
import { useRename } from './api.ts'

interface ItemNameProps {
  list: adminLists.ListName
  item: adminLists.Item
  onClose: () => void
}

/** Renames an item and offers to undo it; `problem` is the reason when it was refused. */
function useRenaming({ list, item, onClose }: ItemNameProps) {
  const [version, setVersion] = useState(item.version)
  const isShown = useIsShown()
  const { mutateAsync, isPending, error, reset } = useRename(list, item.id)
  const renamed = currentOf<adminLists.Item>(error)
  const save = (name: string) => {
    if (isPending || !name) return
    if (name === item.name && version === item.version) return onClose()
    // If somebody else has changed the name since, the version does not match and undoing is refused.
    const takeBack = () => whenDone(mutateAsync({ name: item.name, version: version + 1 }))
    const onRefused = (refusal: unknown) => {
      if (!isShown()) return notifyRefusal(refusal)
      setVersion((before) => currentOf<adminLists.Item>(refusal)?.version ?? before)
    }
    const onRenamed = () => {
      if (isShown()) onClose()
      toast.undo(`Переименовано: ${name}`, takeBack)
    }
    void mutateAsync({ name, version }).then(onRenamed, onRefused)
  }
  const problem = renamed
    ? `Уже переименовано в «${renamed.name}». Enter запишет ваше название`
    : error
      ? sentenceOf(error)
      : undefined
  return { save, isPending, problem, reset }
}

/** Edits a name: Enter saves, Esc cancels. If somebody else has changed the name, this is shown beside it. */
export function ItemName(props: ItemNameProps) {
  const { item, onClose } = props
  const [name, setName] = useState(item.name)
  const { save, isPending, problem, reset } = useRenaming(props)
  return (
    <Box
      component="form"
      flex={1}
      onSubmit={(event) => {
        event.preventDefault()
        save(name.trim())
      }}
    >
      <TextInput
        size="xs"
        autoFocus
        aria-label={`Название: ${item.name}`}
        maxLength={100}
        // Typing takes away the refusal, which would then have nowhere to appear.
        readOnly={isPending}
        value={name}
        error={problem}
        onChange={(event) => {
          setName(event.currentTarget.value)
          reset()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
        }}
        onBlur={() => {
          if (name.trim() === item.name) onClose()
        }}
      />
    </Box>
  )
}
