import { Page } from '../../components/page/Page.tsx'

export const ClientRequestsPage = () => <Page title="Мои заявки">{null}</Page>
