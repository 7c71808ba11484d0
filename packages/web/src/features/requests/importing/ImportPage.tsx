import '@mantine/dropzone/styles.layer.css'
import { Alert, Button, Select, Switch, TextInput } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconFileImport } from '@tabler/icons-react'
import { sentenceOf } from '../../../api/api-error.ts'
import type { trackers } from '@vypusk/contract'
import { BackLink } from '../../../components/kit/link/RouteLinks.tsx'
import formColumn from '../../../components/shared/page/FormColumn.module.css'
import { Page } from '../../../components/shared/page/Page.tsx'
import upload from '../../../components/shared/upload/Upload.module.css'
import { paths } from '../../../paths.ts'
import { Section } from '../../../ui/Section.tsx'
import classes from './Import.module.css'
import { ImportProgress } from './ImportProgress.tsx'
import { ImportPlace } from './ImportPlace.tsx'
import { ImportReport } from './ImportReport.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import { ImportValues } from './ImportValues.tsx'
import { useImport } from './importing.ts'
import type { ImportColumns } from './importing.ts'
import { Names } from '../names/Names.tsx'
import { requestsCount } from '../texts.ts'
import { useTie } from '../trackers/api.ts'
import { Trackers } from '../trackers/Trackers.tsx'

interface ColumnsProps {
  found: ImportColumns
  onChange: (mapping: Record<string, string>) => void
}

/** Assigns columns to fields; the choice is remembered for files with the same header. */
const Columns = ({ found: { header, mapping, fields }, onChange }: ColumnsProps) => (
  <Section title="Колонки" aside="запоминаются для файлов с такой же шапкой" level={2}>
    <div className={classes.mapping}>
      {fields.map(({ field, title }) => (
        <Select
          key={field}
          label={title}
          size="xs"
          placeholder="Не брать"
          clearable
          clearButtonProps={{ 'aria-label': `Не брать: ${title}` }}
          data={[...new Set(header.filter(Boolean))]}
          value={mapping[field] || null}
          onChange={(column) => onChange({ ...mapping, [field]: column ?? '' })}
        />
      ))}
    </div>
  </Section>
)

const Options = ({ state }: { state: ReturnType<typeof useImport> }) => (
  <div className={classes.options}>
    <TextInput
      label="Источник"
      description="Чьи это номера. Заявка с тем же номером из того же источника обновится"
      placeholder={state.last?.report.source ?? 'Определится по файлу'}
      size="sm"
      maxLength={200}
      value={state.source}
      onChange={(event) => state.setSource(event.currentTarget.value)}
      onBlur={state.leaveSource}
    />
    <Switch
      label="Всё или ничего"
      description="Одна ошибка отменяет весь файл"
      checked={state.allOrNothing}
      onChange={(event) => state.setAllOrNothing(event.currentTarget.checked)}
    />
    {(state.found?.mapping['comments'] || state.found?.mapping['attachments']) && (
      <Switch
        label="Комментарии и вложения видны клиентам"
        description="Иначе они «только сотрудникам»"
        checked={state.openComments}
        onChange={(event) => state.setOpenComments(event.currentTarget.checked)}
      />
    )}
    {(state.last?.report.private_count ?? 0) > 0 && (
      <Switch
        label="Частные заявки видны клиентам"
        description={`Иначе ${requestsCount(state.last?.report.private_count ?? 0)} – в компании, где клиентов нет`}
        checked={state.openPrivate}
        onChange={(event) => state.setOpenPrivate(event.currentTarget.checked)}
      />
    )}
  </div>
)

const Outcome = ({ state }: { state: ReturnType<typeof useImport> }) => {
  const { error, last, found, isPending, isWriting, sent, rows, cancel, recheck } = state
  return (
    <>
      {isPending && <ImportProgress sent={sent} rows={rows} onCancel={cancel} />}
      {error && <Alert color="red" role="alert" title={sentenceOf(error)} />}
      {last && !isPending && <ImportReport {...last} areFilesFetched={state.onDone.report !== undefined} />}
      {last && !last.isDone && !isWriting && (
        <>
          <ImportValues
            report={last.report}
            onChoose={state.setValues}
            onOrder={state.setOrder}
            onUnit={state.setUnit}
          />
          <ImportPlace report={last.report} place={state.choices} onChoose={state.setPlace} />
          <ImportPreview rows={last.report.preview} />
        </>
      )}
      {found && !last?.isDone && !isWriting && <Columns found={found} onChange={recheck} />}
    </>
  )
}

/** Imports requests from another system's file: it is checked first, then imported. */
export function ImportPage() {
  const state = useImport()
  const { file, changes, isPending, isWriting } = state
  const { mutate: tie } = useTie()
  const take = ({ id, source }: trackers.Tracker, taken: File) =>
    state.choose(taken, {
      source: source ?? '',
      onDone: (report) => {
        if (report.source !== source) tie({ id, source: report.source })
      },
    })
  return (
    <Page
      title="Импорт заявок"
      before={<BackLink to={paths.backlog}>Бэклог</BackLink>}
      actions={
        <Button disabled={changes === 0 || isPending} onClick={state.carryOut}>
          {changes > 0 ? `Загрузить: ${requestsCount(changes)}` : 'Загрузить'}
        </Button>
      }
    >
      <div className={formColumn.column} data-wide>
        <Dropzone
          className={upload.drop}
          multiple={false}
          disabled={isWriting}
          onDrop={([chosen]) => chosen && state.choose(chosen)}
          inputProps={{ 'aria-label': 'Файл с заявками' }}
          aria-label="Выбрать файл с заявками"
        >
          <span className={upload.invitation}>
            <IconFileImport size={16} aria-hidden />
            {file
              ? file.name
              : 'CSV, Excel (первый видимый лист) или JSON, в том числе выгрузка из Jira, Redmine или YouTrack: перетащите или нажмите'}
          </span>
        </Dropzone>
        {(!state.last || state.last.isDone) && !isPending && <Trackers onTaken={take} />}
        {!isWriting && <Options state={state} />}
        <Outcome state={state} />
        {(!state.last || state.last.isDone) && !isPending && <Names />}
      </div>
    </Page>
  )
}
