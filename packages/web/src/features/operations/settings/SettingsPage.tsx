import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../../components/kit/data-table/states.tsx'
import column from '../../../components/shared/page/FormColumn.module.css'
import { Page } from '../../../components/shared/page/Page.tsx'
import { SkeletonLines } from '../../../ui/Skeletons.tsx'
import { SettingGroup } from './SettingGroup.tsx'
import { settingsQuery } from './api.ts'
import classes from './settings.module.css'

/** The settings of the installation: shown here, changed where the process is started. */
export function SettingsPage() {
  const { data, error, refetch } = useQuery(settingsQuery)
  return (
    <Page title="Настройки">
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && (
        <div className={column.column} data-wide>
          <SkeletonLines lines={14} label="Загрузка настроек" />
        </div>
      )}
      {data && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard
        <div className={column.column} data-wide tabIndex={0} role="region" aria-label="Разделы настроек">
          <p className={classes.note}>
            Настройки задаются переменными окружения при запуске и здесь не меняются. Рядом с каждой – имя переменной.
            Пароли и ключи не показываются.
          </p>
          {data.sections.map((group) => (
            <SettingGroup key={group.section} group={group} />
          ))}
        </div>
      )}
    </Page>
  )
}
