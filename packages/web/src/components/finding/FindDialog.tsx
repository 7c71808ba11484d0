import { Modal } from '@mantine/core'
import { useStore } from '../../ui/store.ts'
import type { Place } from '../shell/navigation.ts'
import { FindPanel } from './FindPanel.tsx'
import classes from './Finding.module.css'
import { findingOpened } from './opened.ts'

interface FindDialogProps {
  places: Place[]
  showKeys: () => void
}

/** The search over everything, by Ctrl+K. */
export function FindDialog({ places, showKeys }: FindDialogProps) {
  const opened = useStore(findingOpened)
  const close = () => findingOpened.set(false)
  return (
    <Modal
      opened={opened}
      onClose={close}
      withCloseButton={false}
      centered={false}
      yOffset="10vh"
      size={680}
      padding={0}
      aria-label="Поиск по всему"
      classNames={{ content: classes.content, body: classes.body, inner: classes.inner }}
    >
      <FindPanel places={places} showKeys={showKeys} close={close} />
    </Modal>
  )
}
