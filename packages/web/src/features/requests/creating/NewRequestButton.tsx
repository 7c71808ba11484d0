import { IconPlus } from '@tabler/icons-react'
import { RouteButton } from '../../../components/kit/link/RouteLinks.tsx'
import { paths } from '../../../paths.ts'

export const NewRequestButton = () => (
  <RouteButton to={paths.requestAdd} leftSection={<IconPlus size={15} aria-hidden />}>
    Новая заявка
  </RouteButton>
)
