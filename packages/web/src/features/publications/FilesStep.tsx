import { Button } from '@mantine/core'
import type { FileInfo } from '@vypusk/contract'
import { IconUpload } from '@tabler/icons-react'
import { UploadField } from '../../components/shared/upload/UploadField.tsx'
import type { Uploads } from '../../components/shared/upload/useUploads.ts'
import classes from './FilesStep.module.css'
import shared from './PublishPage.module.css'
import type { DraftItem } from './draft.ts'
import { filesCount } from './texts.ts'
import quiet from '../../ui/quiet.module.css'

interface ItemProps {
  item: DraftItem
  uploads: Uploads
  onRemove: (file: FileInfo) => void
}

const Item = ({ item, uploads, onRemove }: ItemProps) => (
  <section className={shared.item} aria-label={item.title}>
    <h2 className={shared.itemTitle}>{item.title}</h2>
    <UploadField
      label={`Файлы релиза ${item.title}`}
      chooseLabel={`Выбрать файлы релиза ${item.title}`}
      place={String(item.release)}
      files={item.files}
      uploads={uploads}
      onRemove={onRemove}
      hasVersions
    />
  </section>
)

interface FilesStepProps {
  items: readonly DraftItem[]
  uploads: Uploads
  onRemove: (release: number, file: FileInfo) => void
}

/** The second step: files of each release, their versions, and how far each has come. */
export function FilesStep({ items, uploads, onRemove }: FilesStepProps) {
  const { idle } = uploads
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
          <span className={quiet.aside}>Проверьте версии: после загрузки их не изменить.</span>
        </div>
      )}
    </>
  )
}
