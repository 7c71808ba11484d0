import { Button, Group, Stack } from '@mantine/core'
import { services } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { companiesQuery } from '../../api/lookups.ts'
import { ConflictAlert } from '../../components/kit/conflict/ConflictAlert.tsx'
import { DraftNotice } from '../../components/kit/feedback/DraftNotice.tsx'
import { useEditForm } from '../../components/kit/conflict/useEditForm.ts'
import { companyNaming } from '../../components/shared/company/choices.ts'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { ServiceFields } from './ServiceFields.tsx'
import { serviceQuery } from './service-api.ts'
import { bodyOf, fieldNames, validate, valuesOf, type ServiceValues } from './service-texts.ts'

interface FormProps {
  /** Left out when one is being created. */
  service?: services.Service
  onClose: () => void
}

/** Creates or changes a service account. */
export function ServiceForm({ service, onClose }: FormProps) {
  const { data } = useQuery(companiesQuery)
  const save = (values: ServiceValues, version: number | null, idempotencyKey: string) => {
    const body = bodyOf(values)
    const days = values.days ? { days: Number(values.days) } : {}
    if (!service) {
      const made = { ...body, days: Number(values.days) }
      return call(services.create, { body: made, idempotencyKey, onRefusal: 'throw' })
    }
    return call(services.save, {
      params: { id: service.id },
      body: { ...body, ...days, version: version ?? service.version },
      onRefusal: 'throw',
    })
  }
  const server = useEditForm({
    name: `service.${service?.id ?? 0}`,
    saved: service,
    valuesOf,
    validate,
    save: (values, { version }, key) => save(values, version, key),
    changes: ['user'],
    put: ({ service: saved }) => [[serviceQuery(saved.id).queryKey, saved]],
    savedIn: ({ service: saved }) => saved,
    onSaved: () => {
      toast.success(service ? 'Сохранено' : 'Сервис создан: теперь сделайте ему токен')
      onClose()
    },
    onRefused: ({ errors }) => Object.keys(errors).length > 0,
  })
  const { form, formProps, isSaving, conflict } = server
  const companyOf = companyNaming(data?.companies, [service?.company, conflict?.current.company])
  return (
    <form {...formProps} aria-label={service ? 'Изменение сервиса' : 'Новый сервис'}>
      <Stack gap="md">
        {server.hasDraft && <DraftNotice onDrop={server.dropDraft} />}
        <ConflictAlert form={server} what="сервис" fields={fieldNames(companyOf)} />
        <ServiceFields form={form} isNew={!service} own={service?.company ?? null} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Закрыть
          </Button>
          <Button type="submit" loading={isSaving}>
            {service ? 'Сохранить' : 'Создать'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
