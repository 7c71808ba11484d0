import { Alert, Checkbox, Table, VisuallyHidden } from '@mantine/core'
import type { notices } from '@vypusk/contract'
import type { ReplyOf } from '@vypusk/contract'
import { ErrorState } from '../../components/kit/data-table/states.tsx'
import { TimeField } from '../../components/kit/fields/TimeField.tsx'
import { BackLink } from '../../components/kit/link/RouteLinks.tsx'
import { Page } from '../../components/shared/page/Page.tsx'
import { paths } from '../../paths.ts'
import { SkeletonLines } from '../../ui/Skeletons.tsx'
import classes from './Notices.module.css'
import { useSaveSettings, useSettings } from './api.ts'

type Settings = ReplyOf<typeof notices.getSettings>
type Channel = 'screen' | 'letter' | 'digest'

const CHANNELS: { key: Channel; title: string }[] = [
  { key: 'screen', title: 'На экране' },
  { key: 'letter', title: 'Письмом сразу' },
  { key: 'digest', title: 'Сводкой раз в день' },
]

interface PartProps {
  settings: Settings
  save: (kinds: notices.Setting[], digest_time?: string) => void
}

const Kinds = ({ settings, save }: PartProps) => (
  <Table className={classes.kinds} verticalSpacing={8} aria-label="Как сообщать">
    <Table.Thead>
      <Table.Tr>
        <Table.Th>О чём</Table.Th>
        {CHANNELS.map(({ key, title }) => (
          <Table.Th key={key} className={classes.channel}>
            {title}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {settings.kinds.map(({ title, ...setting }) => (
        <Table.Tr key={setting.kind}>
          <Table.Th scope="row" fw={400}>
            {title}
          </Table.Th>
          {CHANNELS.map(({ key, title: channel }) => (
            <Table.Td key={key} className={classes.channel}>
              <Checkbox
                aria-label={`${title}: ${channel.toLowerCase()}`}
                checked={setting[key]}
                disabled={key !== 'screen' && settings.email === null}
                onChange={({ currentTarget }) => save([{ ...setting, [key]: currentTarget.checked }])}
              />
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)

const DigestTime = ({ settings, save }: PartProps) => (
  <div className={classes.digest}>
    <TimeField
      value={settings.digest_time}
      disabled={settings.email === null}
      onChange={(time) => time && save([], time)}
    />
    <p className={classes.note}>
      {settings.email === null
        ? 'У вас не указан адрес почты, поэтому письма не приходят. Его вносит администратор.'
        : `Во сколько приходит сводка на ${settings.email}: в ней непрочитанное, о чём вам ещё не писали. Пустая сводка не приходит.`}
    </p>
  </div>
)

/** How the person is notified of what; each choice is saved at once. */
export function SettingsPage() {
  const { settings, error, refetch } = useSettings()
  const { mutate } = useSaveSettings()
  const save: PartProps['save'] = (kinds, digest_time = settings?.digest_time ?? '') => mutate({ kinds, digest_time })
  return (
    <Page title="Как сообщать" before={<BackLink to={paths.notices}>Уведомления</BackLink>}>
      <div className={classes.column}>
        {error && !settings && (
          <ErrorState title="Настройки не загрузились" error={error} onRetry={() => void refetch()} />
        )}
        {!settings && !error && <SkeletonLines lines={10} label="Загрузка настроек" />}
        {settings && (
          <>
            <Kinds settings={settings} save={save} />
            <VisuallyHidden component="h2">Сводка</VisuallyHidden>
            <DigestTime settings={settings} save={save} />
            <Alert color="gray" variant="light">
              Письма, по которым работают, – просьбы согласовать дату, ответы на них, публикации – приходят получателям
              всегда. О собственных действиях вам не сообщают.
            </Alert>
          </>
        )}
      </div>
    </Page>
  )
}
