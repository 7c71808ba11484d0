import { Page } from '../../components/page/Page.tsx'

export const BacklogPage = () => <Page title="Бэклог">{null}</Page>
