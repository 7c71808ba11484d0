import { Modal } from '@mantine/core'
import { useStore } from '../../../ui/store.ts'
import type { Place } from '../shell/navigation.ts'
import { FindPanel } from './FindPanel.tsx'
import classes from './Finding.module.css'
import { closeFinding, findingOpened } from './opened.ts'

interface FindDialogProps {
  places: Place[]
  showKeys: () => void
}

/** The dialog that searches everything, opened by Ctrl+K. */
export function FindDialog({ places, showKeys }: FindDialogProps) {
  const opened = useStore(findingOpened)
  return (
    <Modal.Root
      opened={opened}
      onClose={closeFinding}
      centered={false}
      yOffset="10vh"
      size={680}
      // People go on typing at once, and no letter may be lost to an animation.
      transitionProps={{ duration: 0 }}
      classNames={{ content: classes.content, body: classes.body, inner: classes.inner }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Поиск по всему">
        <Modal.Body p={0}>
          <FindPanel places={places} showKeys={showKeys} close={closeFinding} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
