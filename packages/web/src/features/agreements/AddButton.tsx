import { RouteButton } from '../../components/kit/link/RouteLinks.tsx'
import { paths } from '../../paths.ts'

export const addButton = <RouteButton to={paths.agreementAdd}>Новое согласование</RouteButton>
