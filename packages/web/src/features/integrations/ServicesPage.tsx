import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../components/kit/data-table/Loaded.tsx'
import { TableState } from '../../components/kit/data-table/states.tsx'
import { Page } from '../../components/shared/page/Page.tsx'
import column from '../../components/shared/page/FormColumn.module.css'
import { SkeletonLines } from '../../ui/Skeletons.tsx'
import classes from './Integrations.module.css'
import { DirectoryCard } from './DirectoryCard.tsx'
import { ServiceCard } from './ServiceCard.tsx'
import { ServiceForm } from './ServiceForm.tsx'
import { servicesQuery } from './service-api.ts'

const none = (
  <TableState title="Сервисов ещё нет">
    Добавьте сервис для программы, которая не должна зависеть от того, кто её подключил: сборки, отчётов, каталога.
  </TableState>
)

const Services = () => (
  <Loaded
    result={useQuery(servicesQuery)}
    failed="Сервисы не загрузились"
    loading={<SkeletonLines lines={3} label="Загрузка сервисов" />}
  >
    {({ services }) =>
      services.length === 0 ? none : services.map((service) => <ServiceCard key={service.id} service={service} />)
    }
  </Loaded>
)

/** Service accounts, which belong to no person. */
export function ServicesPage() {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <Page title="Сервисы" actions={<Button onClick={open}>Добавить сервис</Button>}>
      <div className={column.column} data-wide>
        <div className={classes.dim}>
          Сервис – учётная запись программы. Войти по ней нельзя, писем она не получает, и с уходом того, кто её завёл,
          ничего не ломается. Описание вызовов –{' '}
          <a href="/api/docs" target="_blank" rel="noreferrer">
            справочник API
          </a>
          .
        </div>
        <DirectoryCard />
        <Services />
      </div>
      <Modal opened={opened} onClose={close} title="Новый сервис" size="lg">
        <ServiceForm onClose={close} />
      </Modal>
    </Page>
  )
}
