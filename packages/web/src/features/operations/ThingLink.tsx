import type { ReactNode } from 'react'
import { RouteAnchor } from '../../components/kit/link/RouteLinks.tsx'
import { paths } from '../../paths.ts'

interface ThingLinkProps {
  entity: string
  id: number
  children: ReactNode
}

/** Links to a thing by the server's name of its kind; for other kinds renders only the text. */
export function ThingLink({ entity, id, children }: ThingLinkProps) {
  const number = String(id)
  switch (entity) {
    case 'request':
      return (
        <RouteAnchor to={paths.backlog} search={{ open: number }}>
          {children}
        </RouteAnchor>
      )
    case 'release':
      return (
        <RouteAnchor to={paths.release} params={{ releaseID: number }}>
          {children}
        </RouteAnchor>
      )
    case 'agreement':
      return (
        <RouteAnchor to={paths.agreement} params={{ agreementsId: number }}>
          {children}
        </RouteAnchor>
      )
    case 'publication':
      return (
        <RouteAnchor to={paths.publication} params={{ publicationId: number }}>
          {children}
        </RouteAnchor>
      )
    case 'registry_entry':
      return (
        <RouteAnchor to={paths.registry} search={{ open: number }}>
          {children}
        </RouteAnchor>
      )
    case 'letter_template':
      return (
        <RouteAnchor to={paths.adminLetters} search={{ open: number }}>
          {children}
        </RouteAnchor>
      )
    default:
      return children
  }
}
