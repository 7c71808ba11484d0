import { Button, Group, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { services } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../components/kit/data-table/Loaded.tsx'
import { confirm } from '../../components/kit/feedback/dialogs.tsx'
import { whenDone } from '../../components/kit/feedback/when-done.ts'
import { useShownOnce } from '../../components/kit/fields/useShownOnce.ts'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { History } from '../../components/shared/history/History.tsx'
import { formatDay } from '../../ui/dates.ts'
import { SkeletonLines } from '../../ui/Skeletons.tsx'
import { Tag } from '../../ui/Tag.tsx'
import classes from './Integrations.module.css'
import { ServiceForm } from './ServiceForm.tsx'
import { MadeToken, NewServiceToken, ServiceTokens } from './ServiceTokens.tsx'
import { serviceQuery, useService } from './service-api.ts'
import { SERVICE_SCOPES, sideOf, stateOf } from './service-texts.ts'

const ServiceHistory = ({ id }: { id: number }) => (
  <Loaded
    result={useQuery(serviceQuery(id))}
    failed="История не загрузилась"
    loading={<SkeletonLines lines={3} label="Загрузка истории" />}
  >
    {({ history }) =>
      history.length > 0 ? <History changes={history} /> : <p className={classes.dim}>Изменений ещё не было.</p>
    }
  </Loaded>
)

function BlockButton({ service: { id, name, is_blocked } }: { service: services.Service }) {
  const { block } = useService(id)
  const change = async () => {
    const isSure =
      is_blocked ||
      (await confirm({
        title: `Заблокировать: ${name}?`,
        children:
          'Все токены сервиса отзываются сразу и насовсем, разблокировка их не вернёт. Сделанное им останется под его именем.',
        action: 'Заблокировать',
        dangerous: true,
      }))
    if (!isSure) return
    const done = is_blocked ? 'Разблокирован: сделайте новый токен' : 'Заблокирован, токены отозваны'
    whenDone(block.mutateAsync(!is_blocked), () => toast.success(done))
  }
  return (
    <Button
      variant="subtle"
      {...(is_blocked ? {} : { color: 'red' })}
      loading={block.isPending}
      onClick={() => void change()}
    >
      {is_blocked ? 'Разблокировать' : 'Заблокировать'}
    </Button>
  )
}

const LOST = 'Токен сделан, но показать его было негде: отзовите его и сделайте новый'

interface TokenDialogProps {
  service: services.Service
  once: ReturnType<typeof useShownOnce>
  isIssuing: boolean
  onClose: () => void
}

/** Makes a token and shows it, even if the dialog was closed while it was being made. */
function TokenDialog({ service, once: { secret, isOpen, show, close }, isIssuing, onClose }: TokenDialogProps) {
  const closeAll = () => {
    close()
    onClose()
  }
  return (
    <Modal opened={isIssuing || isOpen} onClose={closeAll} title={`Токен: ${service.name}`} size="lg">
      {secret === null ? (
        <NewServiceToken service={service} onMade={show} />
      ) : (
        <MadeToken service={service} value={secret} />
      )}
    </Modal>
  )
}

/** A service account: its purpose, its rights and its tokens. */
export function ServiceCard({ service }: { service: services.Service }) {
  const { id, name, about, scope, expires_at, is_expired, is_blocked } = service
  const [isEdited, editing] = useDisclosure(false)
  const once = useShownOnce(LOST)
  const [isIssuing, issuing] = useDisclosure(false, { onOpen: once.forget })
  const [isOpen, history] = useDisclosure(false)
  const { word, tone } = stateOf(service)
  const parts = [SERVICE_SCOPES[scope], scope === 'directory' ? '' : sideOf(service)].filter(Boolean).join(', ')
  return (
    <section className={classes.card} aria-label={`Сервис ${name}`}>
      <div className={classes.line}>
        <h2 className={classes.url}>{name}</h2>
        <Tag tone={tone}>{word}</Tag>
      </div>
      {about && <div className={classes.about}>{about}</div>}
      <div className={classes.dim}>
        {parts}. {is_expired ? 'Срок истёк' : 'Действует до'} {formatDay(expires_at)}
      </div>
      <ServiceTokens service={service} />
      <Group gap={6} mt={4}>
        <Button variant="default" disabled={is_blocked || is_expired} onClick={issuing.open}>
          Новый токен
        </Button>
        <Button variant="default" onClick={editing.open}>
          {is_expired ? 'Изменить и продлить' : 'Изменить'}
        </Button>
        <Button variant="subtle" aria-expanded={isOpen} onClick={history.toggle}>
          История
        </Button>
        <BlockButton service={service} />
      </Group>
      {isOpen && <ServiceHistory id={id} />}
      <Modal opened={isEdited} onClose={editing.close} title="Сервис" size="lg">
        <ServiceForm service={service} onClose={editing.close} />
      </Modal>
      <TokenDialog service={service} once={once} isIssuing={isIssuing} onClose={issuing.close} />
    </section>
  )
}
