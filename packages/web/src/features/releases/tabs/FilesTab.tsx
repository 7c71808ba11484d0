import { sanitizeName } from '@vypusk/contract'
import type { FileInfo, releases } from '@vypusk/contract'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { FileRows } from '../../../components/shared/files/FileRows.tsx'
import { UploadField } from '../../../components/shared/upload/UploadField.tsx'
import { useUploads } from '../../../components/shared/upload/useUploads.ts'
import classes from '../ReleasePage.module.css'
import { useAddFiles, useRemoveFile } from '../api.ts'
import { whenDone } from '../../../components/kit/feedback/when-done.ts'

const PLACE = 'release'

/** Uploads files, which are added to the release as they arrive. */
function Adding({ id }: { id: number }) {
  const { mutateAsync: addFiles } = useAddFiles(id)
  const uploads = useUploads({
    name: `release.${id}`,
    isImmediate: true,
    onUploaded: (_place, file) => whenDone(addFiles([file.id])),
  })
  return <UploadField label="Файлы релиза" chooseLabel="Выбрать файлы релиза" place={PLACE} uploads={uploads} />
}

function useRemoving(id: number) {
  const { mutateAsync: remove } = useRemoveFile(id)
  const { mutateAsync: putBack } = useAddFiles(id)
  return (file: FileInfo) =>
    whenDone(remove(file.id), () =>
      toast.undo(`Файл убран: ${sanitizeName(file.file_name)}`, () => whenDone(putBack([file.id]))),
    )
}

/** The files of a release: those of its publications, and the internal files of staff. */
export function FilesTab({ release }: { release: releases.ReleaseDetail }) {
  const { id, files, own_files, abilities } = release
  const canChange = abilities.files === true
  const remove = useRemoving(id)
  const isOwn = (file: FileInfo) => own_files.includes(file.id)
  return (
    <div className={classes.reading}>
      {files.length > 0 ? (
        <FileRows
          files={files}
          {...(canChange && {
            noteOf: (file) => (isOwn(file) ? 'видят только сотрудники' : undefined),
            removing: (file) => (isOwn(file) ? () => remove(file) : undefined),
          })}
        />
      ) : (
        <p className={classes.none}>
          {canChange ? 'Файлов пока нет: приложите их здесь' : 'Файлов пока нет: они появятся с публикацией'}
        </p>
      )}
      {canChange && <Adding id={id} />}
    </div>
  )
}
