import '@mantine/dropzone/styles.layer.css'
import { Button } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import type { FileInfo } from '@vypusk/contract'
import { IconUpload } from '@tabler/icons-react'
import { UploadedRow, WaitingRow } from './FileQueue.tsx'
import classes from './FilesStep.module.css'
import shared from './PublishPage.module.css'
import type { DraftItem } from './draft.ts'
import { filesCount } from './texts.ts'
import { mayStart } from './useUploads.ts'
import type { Uploads } from './useUploads.ts'

interface ItemProps {
  item: DraftItem
  uploads: Uploads
  onRemove: (file: FileInfo) => void
}

const Item = ({ item, uploads, onRemove }: ItemProps) => {
  const waiting = uploads.queue.filter(({ release }) => release === item.release)
  return (
    <section className={shared.item} aria-label={item.title}>
      <h2 className={shared.itemTitle}>{item.title}</h2>
      <ul className={classes.list}>
        {item.files.map((file) => (
          <UploadedRow key={file.id} file={file} onRemove={() => onRemove(file)} />
        ))}
        {waiting.map((one) => (
          <WaitingRow key={one.key} waiting={one} uploads={uploads} />
        ))}
      </ul>
      <Dropzone
        className={classes.drop}
        onDrop={(files) => uploads.add(item.release, files)}
        inputProps={{ 'aria-label': `Файлы релиза ${item.title}` }}
        aria-label={`Выбрать файлы релиза ${item.title}`}
      >
        <span className={classes.invitation}>
          <IconUpload size={16} aria-hidden /> Перетащите файлы сюда или нажмите, чтобы выбрать
        </span>
      </Dropzone>
    </section>
  )
}

interface FilesStepProps {
  items: readonly DraftItem[]
  uploads: Uploads
  onRemove: (release: number, file: FileInfo) => void
}

/** The second step: files of each release, their versions, and how far each has come. */
export function FilesStep({ items, uploads, onRemove }: FilesStepProps) {
  const idle = uploads.queue.filter(mayStart).length
  return (
    <>
      {items.map((item) => (
        <Item key={item.release} item={item} uploads={uploads} onRemove={(file) => onRemove(item.release, file)} />
      ))}
      {idle > 0 && (
        <div className={classes.start}>
          <Button onClick={uploads.start} leftSection={<IconUpload size={14} aria-hidden />}>
            Загрузить {filesCount(idle)}
          </Button>
          <span className={shared.dim}>Проверьте версии: после загрузки их не изменить.</span>
        </div>
      )}
    </>
  )
}
