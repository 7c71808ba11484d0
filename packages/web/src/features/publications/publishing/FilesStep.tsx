import { Button } from '@mantine/core'
import type { FileInfo, publications } from '@vypusk/contract'
import { IconUpload } from '@tabler/icons-react'
import { UploadField } from '../../../components/shared/upload/UploadField.tsx'
import type { Uploads } from '../../../components/shared/upload/useUploads.ts'
import classes from './FilesStep.module.css'
import shared from './PublishPage.module.css'
import { PackageFields } from './PackageFields.tsx'
import type { DraftItem } from './draft.ts'
import { filesCount } from '../texts.ts'
import quiet from '../../../ui/quiet.module.css'

interface ItemProps {
  item: DraftItem
  /** Undefined while it is loading. */
  release: publications.ReleaseToPublish | undefined
  onPackage: (draftPackage: DraftItem['packages'][number]) => void
  uploads: Uploads
  onRemove: (file: FileInfo) => void
}

const Item = ({ item, release, uploads, onRemove, onPackage }: ItemProps) => (
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
    {release && <PackageFields item={item} release={release} onChange={onPackage} />}
  </section>
)

interface FilesStepProps {
  items: readonly DraftItem[]
  releases: readonly publications.ReleaseToPublish[]
  uploads: Uploads
  onRemove: (release: number, file: FileInfo) => void
  onPackage: (release: number, draftPackage: DraftItem['packages'][number]) => void
}

/**
 * The second step: the files of each release, their versions, the companies they are for, and their upload progress.
 */
export function FilesStep({ items, releases, uploads, onRemove, onPackage }: FilesStepProps) {
  const { idle } = uploads
  return (
    <>
      {items.map((item) => (
        <Item
          key={item.release}
          item={item}
          release={releases.find(({ id }) => id === item.release)}
          uploads={uploads}
          onRemove={(file) => onRemove(item.release, file)}
          onPackage={(draftPackage) => onPackage(item.release, draftPackage)}
        />
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
