import { decodeName, sanitizeName } from '@vypusk/contract'
import type { publications } from '@vypusk/contract'
import { ManyField } from '../../../components/kit/fields/ManyField.tsx'
import classes from './PackageFields.module.css'
import { packageFor } from './draft.ts'
import type { DraftItem } from './draft.ts'
import quiet from '../../../ui/quiet.module.css'

interface PackageFieldsProps {
  item: DraftItem
  release: publications.ReleaseToPublish
  onChange: (draftPackage: DraftItem['packages'][number]) => void
}

/** The text for something that was chosen and has since been removed from the publication. */
const goneOf = (chosen: readonly number[], published: readonly number[], what: string) =>
  chosen.some((id) => !published.includes(id)) && what

/** The companies each file is for: those that use its modules, or named ones; all when nothing is chosen. */
export function PackageFields({ item, release, onChange }: PackageFieldsProps) {
  if (item.files.length === 0 || (release.modules.length < 2 && item.customers.length < 2)) return null
  return (
    <div className={classes.packages} role="group" aria-label={`Кому файлы релиза ${item.title}`}>
      <p className={quiet.aside}>
        Кому какой файл: компания получит файлы модулей, которыми пользуется. Не указано – файл получат все.
      </p>
      {item.files.map((file) => {
        const current = packageFor(item, file.id)
        const name = sanitizeName(file.file_name) || file.file_name
        return (
          <div key={file.id} className={classes.row}>
            <span className={classes.name} title={file.file_name}>
              {name}
            </span>
            <ManyField
              aria-label={`Модули файла ${name}`}
              placeholder={current.modules.length === 0 ? 'Все модули' : undefined}
              choices={release.modules.map(({ idmod, namemod }) => ({ id: idmod, name: namemod }))}
              value={current.modules}
              error={goneOf(current.modules, item.modules, 'Модуля нет в публикации')}
              onChange={(modules) => onChange({ ...current, modules })}
            />
            <ManyField
              aria-label={`Компании файла ${name}`}
              placeholder={current.companies.length === 0 ? 'Все компании' : undefined}
              choices={release.companies.map(({ idcomp, namecomp }) => ({ id: idcomp, name: decodeName(namecomp) }))}
              value={current.companies}
              error={goneOf(current.companies, item.customers, 'Компания не получает релиз')}
              onChange={(companies) => onChange({ ...current, companies })}
            />
          </div>
        )
      })}
    </div>
  )
}
