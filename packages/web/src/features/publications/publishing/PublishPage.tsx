import { Alert, Button, Skeleton, Stepper } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { SubmitEvent } from 'react'
import { BackLink } from '../../../components/kit/link/RouteLinks.tsx'
import { Page } from '../../../components/shared/page/Page.tsx'
import { paths } from '../../../paths.ts'
import { whyRefused } from '../../../ui/refused.ts'
import { CheckStep } from './CheckStep.tsx'
import { FilesStep } from './FilesStep.tsx'
import classes from './PublishPage.module.css'
import { RecipientsStep } from './RecipientsStep.tsx'
import { ReleasesStep } from './ReleasesStep.tsx'
import { previewQuery } from '../api.ts'
import { bodyOf, filesOf, withChange, withPackage } from './draft.ts'
import { NOT_SHOWN, NOT_YET, filesCount, recipientsCount } from '../texts.ts'
import { useDraftPlace } from './useDraftPlace.ts'
import type { DraftPlace } from './useDraftPlace.ts'
import { usePublishForm } from './usePublishForm.ts'
import { useProposals } from './useRecipients.ts'

const Back = () => <BackLink to={paths.publications}>Публикации</BackLink>

const TITLE = 'Новая публикация'
const FILES = 1
const LAST = 3
type Form = ReturnType<typeof usePublishForm>

/** Adds the releases named in the address to the draft. */
function useNamedReleases({ named, corrected, pick, change, isReady }: Form) {
  useEffect(() => {
    if (isReady && corrected !== null) change({ corrects: corrected })
    if (isReady) for (const id of named) void pick(id)
    // Once, on opening: what is added or removed later is the person's own.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isReady])
}

const NAMES = ['Релизы', 'Файлы', 'Получатели', 'Проверка']

/** Moves the focus to a step that is shown: the button that led there is below it, or cannot be used any more. */
function useFocusOnStep(step: number) {
  const body = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current !== step) body.current?.focus()
    shown.current = step
  }, [step])
  return body
}

const Steps = ({
  step,
  form: { draft, uploads },
  onStep,
}: {
  step: number
  form: Form
  onStep: (step: number) => void
}) => {
  const files = filesOf(draft).length
  const people = draft.rivc.length + draft.clients.length
  return (
    <Stepper active={step} onStepClick={onStep} size="xs" allowNextStepsSelect={draft.list.length > 0}>
      <Stepper.Step
        label={NAMES[0]}
        description={draft.list.length > 0 ? `Выбрано ${draft.list.length}` : 'Что отдаём'}
      />
      <Stepper.Step
        label={NAMES[FILES]}
        description={files > 0 ? filesCount(files) : 'Обновления'}
        loading={uploads.queue.some(({ state }) => state === 'sending')}
      />
      <Stepper.Step label={NAMES[2]} description={people > 0 ? recipientsCount(people) : 'Кому напишем'} />
      <Stepper.Step label={NAMES[LAST]} description="И публикация" />
    </Stepper>
  )
}

/** Nothing is published before it was shown who gets what, unless somebody agrees to that when it cannot be shown. */
function useShown({ draft, isSaving }: Form) {
  const isLast = draft.step === LAST
  const [isUnseen, setUnseen] = useState(false)
  const { data, error } = useQuery({ ...previewQuery(bodyOf(draft)), enabled: isLast && !isSaving })
  const ability = !isLast || data !== undefined || (error ? isUnseen || NOT_SHOWN : NOT_YET)
  return { ability, isUnseen, setUnseen }
}

interface BodyProps {
  step: number
  form: Form
  shown: ReturnType<typeof useShown>
}

const Body = ({ step, form, shown }: BodyProps) => {
  const { draft, releases, uploads, change } = form
  if (step === 0) {
    return (
      <ReleasesStep
        items={draft.list}
        result={form.toPublish}
        onPick={(id) => void form.pick(id)}
        onChange={(release, changed) => change(withChange(draft, release, changed))}
        onRemove={form.dropItem}
      />
    )
  }
  if (step === FILES) {
    return (
      <FilesStep
        items={draft.list}
        releases={releases}
        uploads={uploads}
        onRemove={form.dropFile}
        onPackage={(release, draftPackage) => change(withPackage(draft, release, draftPackage))}
      />
    )
  }
  if (step === 2) {
    return <RecipientsStep draft={draft} companies={releases.flatMap(({ companies }) => companies)} onChange={change} />
  }
  return (
    <CheckStep
      draft={draft}
      releases={releases}
      waiting={uploads.queue.length}
      isSaving={form.isSaving}
      errors={form.form.errors}
      isUnseen={shown.isUnseen}
      onUnseen={shown.setUnseen}
      onChange={change}
    />
  )
}

interface OnwardProps {
  isLast: boolean
  isReady: boolean
  /** True, or why nothing can be published yet: the button waits without losing focus. */
  ability: true | string
  isSaving: boolean
}

/** «Далее», and in its place «Опубликовать»: the second click of a double one on the former must not publish. */
const Onward = ({ isLast, isReady, ability, isSaving }: OnwardProps) => (
  <Button
    type="submit"
    disabled={!isReady}
    data-disabled={ability !== true || undefined}
    {...whyRefused(ability)}
    loading={isSaving}
    onClick={(event) => {
      if (isLast && event.detail > 1) event.preventDefault()
    }}
  >
    {isLast ? 'Опубликовать' : 'Далее'}
  </Button>
)

function PublishForm({ place }: { place: DraftPlace }) {
  const form = usePublishForm(place)
  const { step } = form.draft
  const setStep = (next: number) => form.change({ step: next })
  const body = useFocusOnStep(step)
  useNamedReleases(form)
  const { draft, formProps, isSaving, uploads } = form
  const users = form.releases.flatMap((release) => release.users.map(({ id }) => id))
  useProposals(draft, users, { enabled: step > 0, onPropose: form.change })
  const shown = useShown(form)
  const lacksCompany = draft.list.some(({ customers }) => customers.length === 0)
  const mayGoOn = draft.list.length > 0 && !lacksCompany
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    if (step === LAST && mayGoOn && uploads.queue.length === 0 && shown.ability === true)
      return formProps.onSubmit(event)
    event.preventDefault()
    // Going on confirms the versions: files are uploaded while the rest is filled in.
    if (step === FILES) uploads.start()
    if (mayGoOn) setStep(Math.min(step + 1, LAST))
    return undefined
  }
  return (
    <Page title={TITLE} before={<Back />} toolbar={<Steps step={step} form={form} onStep={setStep} />}>
      <form {...formProps} onSubmit={submit} className={classes.form}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard */}
        <div ref={body} className={classes.body} tabIndex={0} role="group" aria-label={NAMES[step]}>
          {form.hasDraft && (
            <Alert color="accent" mb="md" className={classes.draft}>
              Продолжаем незаконченную публикацию.{' '}
              <Button variant="subtle" size="compact-xs" onClick={form.dropDraft}>
                Начать заново
              </Button>
            </Alert>
          )}
          {draft.corrects !== null && (
            <Alert color="accent" mb="md" className={classes.draft}>
              Исправленный комплект вместо публикации {draft.corrects}: получат его только отмеченные компании.{' '}
              <Button variant="subtle" size="compact-xs" onClick={() => form.change({ corrects: null })}>
                Опубликовать отдельно
              </Button>
              {form.form.errors['corrects'] && <p role="alert">{form.form.errors['corrects']}</p>}
            </Alert>
          )}
          <Body step={step} form={form} shown={shown} />
        </div>
        <footer className={classes.footer}>
          <Button variant="default" disabled={step === 0} onClick={() => setStep(step - 1)}>
            Назад
          </Button>
          <Onward
            isLast={step === LAST}
            isReady={mayGoOn && (step !== LAST || uploads.queue.length === 0)}
            ability={shown.ability}
            isSaving={isSaving}
          />
        </footer>
      </form>
    </Page>
  )
}

/** Publishing in steps: releases → files → recipients → check. Nothing is sent before the last button. */
export function PublishPage() {
  const place = useDraftPlace()
  if (place) return <PublishForm key={place.name} place={place} />
  return (
    <Page title={TITLE} before={<Back />}>
      <Skeleton height={90} m="md" role="status" aria-label="Черновик загружается" />
    </Page>
  )
}
