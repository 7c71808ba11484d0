import { Anchor, Button, Stack } from '@mantine/core'
import { DraftNotice } from '../../components/kit/feedback/DraftNotice.tsx'
import { modals } from '@mantine/modals'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { MouseEvent, ReactNode, RefObject } from 'react'
import { UnlessFailed } from '../../components/kit/data-table/UnlessFailed.tsx'
import { sentenceOf } from '../../api/api-error.ts'
import type { ApiError } from '../../api/api-error.ts'
import { showError } from '../../components/kit/feedback/dialogs.tsx'
import { showNotice } from '../../components/kit/feedback/notices.ts'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { underFields } from '../../components/kit/fields/refused-fields.ts'
import { useServerForm } from '../../components/kit/fields/useServerForm.tsx'
import { BackLink } from '../../components/kit/link/RouteLinks.tsx'
import { useNavigateIfHere } from '../../components/kit/link/useNavigateIfHere.ts'
import { ids } from '../../components/kit/list-state/codecs.ts'
import formColumn from '../../components/shared/page/FormColumn.module.css'
import { Page } from '../../components/shared/page/Page.tsx'
import { paths } from '../../paths.ts'
import { addAgreements, emptyForm, existingId } from './add.ts'
import type { Created, LeftCompany, NewAgreements } from './add.ts'
import { AddresseesFields } from './AddresseesFields.tsx'
import { addresseesQuery, peopleQuery } from '../../api/lookups.ts'
import { releaseQuery } from '../../api/releases.ts'
import { wrongAddress } from './fields.ts'
import { CompaniesField, ExistingAgreements, HiddenRelease, LeftCompanies, ReleaseField } from './PairFields.tsx'
import { PlannedFields } from './PlannedFields.tsx'
import { AddressesField } from './RecipientsForms.tsx'
import { ALREADY_THERE, createdManyNotice, NOT_CREATED } from './texts.ts'

const FORM = 'new-agreement'

const back = <BackLink to={paths.agreements}>Согласования</BackLink>

/**
 * Shows the brief's dialog «Ошибка» for a 409: the sentence and links to the existing agreements. Dialogs are outside
 * the router, so a link calls `open` to navigate.
 */
const showRefused = (existing: number[], open: (id: number) => void, refusals: readonly string[] = []): void =>
  showError(
    <Stack gap="xs">
      {[...new Set(refusals)].map((sentence) => (
        <div key={sentence}>{sentence}</div>
      ))}
      {existing.length > 0 && ALREADY_THERE}
      {existing.map((id) => (
        <Anchor
          key={id}
          href={`${paths.agreements}/${id}`}
          inherit
          onClick={(event) => {
            event.preventDefault()
            modals.closeAll()
            open(id)
          }}
        >
          Открыть согласование {id}
        </Anchor>
      ))}
    </Stack>,
  )

const oneId = ids(1)

/** `?release_id=5&company_id=3`: the initial values given by a link from another screen. */
function useInitialValues(): Pick<NewAgreements, 'release_id' | 'companies'> {
  const search = useRouterState({ select: (state) => state.location.search as Record<string, string | undefined> })
  const [release_id = null] = oneId.read(search['release_id'])
  return { release_id, companies: oneId.read(search['company_id']).slice(0, 1) }
}

const RULES = {
  release_id: (id: number | null) => (id === null ? 'Выберите релиз' : null),
  companies: (companies: number[]) => (companies.length === 0 ? 'Выберите хотя бы одну компанию' : null),
  recipientsExtra: (addresses: string[]) => (wrongAddress(addresses) === undefined ? null : 'Исправьте адреса'),
}

/** What is said after the form was saved or refused, and where it leads. */
function useCreated() {
  const navigate = useNavigate()
  const navigateIfHere = useNavigateIfHere()
  const toAgreement = (id: number) => ({ to: paths.agreement, params: { agreementsId: String(id) } }) as const
  const open = (id: number) => void navigate(toAgreement(id))
  const announce = ({ made, existing, left, unsent, mail }: Created) => {
    if (made.length > 0) showNotice(createdManyNotice(made.length, mail))
    else if (left.length > 0) toast.error(NOT_CREATED)
    // The form names those that are left as well, but it may be out of sight by now.
    const refusals = [...left.map(({ reason }) => reason), ...unsent]
    if (existing.length + refusals.length > 0) showRefused(existing, open, refusals)
  }
  const leave = ({ made }: Created, { release_id }: NewAgreements) => {
    const [only] = made
    const list = { to: paths.agreements, search: { release_ids: String(release_id) } } as const
    void navigateIfHere(only !== undefined && made.length === 1 ? toAgreement(only) : list)
  }
  const onRefused = (error: ApiError): boolean => {
    const id = existingId(error)
    if (id === undefined) toast.error(NOT_CREATED, error)
    else showRefused([id], open)
    return id !== undefined || Object.keys(error.errors).length > 0
  }
  return { announce, leave, onRefused }
}

/** The form; companies without an agreement stay in it, with everything that was typed, until each has one. */
function useAddForm(send: RefObject<boolean>) {
  const initial = useInitialValues()
  const { announce, leave, onRefused } = useCreated()
  const [left, setLeft] = useState<readonly LeftCompany[]>([])
  const server = useServerForm<NewAgreements, Created>({
    // A form opened for a particular release has a draft of its own.
    name: `agreement.0.${initial.release_id ?? ''}`,
    initialValues: { ...emptyForm, ...initial },
    validate: RULES,
    mends: { companies: ['company_id'] },
    save: (values) => {
      setLeft([])
      return addAgreements(values, send.current)
    },
    changes: ['agreement', 'release'],
    onSaved: (created, values) => {
      announce(created)
      const [first] = created.left
      if (!first) return leave(created, values)
      setLeft(created.left)
      // As typing does, this keeps the form as a draft.
      server.form.setValues({ companies: created.left.map(({ company_id }) => company_id) })
      server.form.setErrors(underFields(first.errors))
    },
    onRefused,
  })
  return { ...server, left, isSaved: server.isSaved && left.length === 0 }
}

/**
 * People and staff for the chosen companies; `people` is undefined until those of all companies have loaded, without
 * which nobody is chosen and nothing is created.
 */
function useAddressees(companies: number[]) {
  const asked = useQuery(peopleQuery(companies))
  const { data, error } = useQuery(addresseesQuery(companies))
  return {
    people: companies.length === 0 ? [] : asked.data?.contacts,
    asked,
    staff: error ? [] : data?.rivc,
    refusal: error ? sentenceOf(error) : null,
  }
}

interface AddActionsProps {
  isReady: boolean
  isSaving: boolean
  onAdd: () => void
  onSend: (event: MouseEvent) => void
}

/** Both buttons submit the form; Enter means the first one. */
const AddActions = ({ isReady, isSaving, onAdd, onSend }: AddActionsProps) => (
  <>
    <Button variant="default" type="submit" form={FORM} disabled={!isReady} loading={isSaving} onClick={onAdd}>
      Создать
    </Button>
    <Button type="submit" form={FORM} disabled={!isReady} loading={isSaving} onClick={onSend}>
      Создать и отправить клиенту
    </Button>
  </>
)

export function AgreementAddPage() {
  const send = useRef(false)
  const { form, left, isSaving, isSaved, formProps, hasDraft, dropDraft } = useAddForm(send)
  const { values, errors } = form
  const chosen = useQuery({
    ...releaseQuery(values.release_id ?? 0, { onRefusal: 'throw' }),
    enabled: values.release_id !== null,
  })
  const release = chosen.data
  const addressees = useAddressees(values.companies)
  const isReady = addressees.people !== undefined
  const chooseRelease = (release_id: number | null) => form.setValues({ release_id, companies: [], notTo: [] })
  const sendToo = (event: MouseEvent) => {
    send.current = values.releaseDate !== null
    if (send.current) return
    event.preventDefault()
    form.setFieldError('releaseDate', 'Без даты отправлять нечего: укажите её')
    // The field may be out of sight when several companies have many people.
    form.getInputNode('releaseDate')?.focus()
  }
  const keyedProps = {
    ...formProps,
    onKeyDown: () => {
      send.current = false
    },
  }
  const errorOf = (field: string): ReactNode => errors[field]

  return (
    <Page
      title="Новое согласование"
      before={back}
      actions={
        <AddActions isReady={isReady} isSaving={isSaving} onAdd={() => (send.current = false)} onSend={sendToo} />
      }
    >
      <form id={FORM} {...keyedProps} className={formColumn.column} aria-label="Новое согласование">
        {hasDraft && <DraftNotice onDrop={dropDraft} />}
        <LeftCompanies left={left} release={release} />
        <ReleaseField
          release={release}
          value={values.release_id}
          error={errorOf('release_id')}
          onChange={chooseRelease}
        />
        {release && !release.is_visible_for_client && <HiddenRelease />}
        {release && !isSaving && !isSaved && <ExistingAgreements release={release} />}
        <UnlessFailed result={chosen} failed="Релиз не загрузился">
          <CompaniesField
            release={release}
            value={values.companies}
            error={errorOf('companies') ?? errorOf('company_id')}
            onChange={(companies) => form.setFieldValue('companies', companies)}
          />
        </UnlessFailed>
        <UnlessFailed result={addressees.asked} failed="Люди компаний не загрузились">
          <AddresseesFields
            people={addressees.people}
            staff={addressees.staff}
            refusal={addressees.refusal}
            isDisabled={values.companies.length === 0}
            notTo={values.notTo}
            chosenStaff={values.staff}
            error={errorOf('recipients')}
            onNotTo={(notTo) => form.setFieldValue('notTo', notTo)}
            onStaff={(staff) => form.setFieldValue('staff', staff)}
          />
        </UnlessFailed>
        <AddressesField
          label="Дополнительные адреса"
          value={values.recipientsExtra}
          error={errorOf('recipientsExtra')}
          onChange={(addresses) => form.setFieldValue('recipientsExtra', addresses)}
        />
        <PlannedFields form={form} plan_date={release?.plan_date} />
      </form>
    </Page>
  )
}
