import type { scopes } from '@vypusk/contract'
import { Fragment, type ReactNode } from 'react'
import classes from './Scope.module.css'

/** A titled part of a scope; each page puts it into a frame of its own. */
interface Part {
  title: string
  /** Beside the title. */
  aside?: number | undefined
  content: ReactNode
}

interface ScopeProps {
  scope: scopes.ScopeBody
  /** The company has agreed to this scope. */
  isAgreed: boolean
  children: (part: Part) => ReactNode
}

const Text = ({ text }: { text: string }) => <p className={classes.text}>{text}</p>

const Requests = ({ requests }: Pick<scopes.ScopeBody, 'requests'>) =>
  requests.length === 0 ? (
    <Text text="Ваших заявок в релизе нет." />
  ) : (
    <ul className={classes.list}>
      {requests.map(({ id, title, text }) => (
        <li key={id}>
          № {id} {title}
          {text && <Text text={text} />}
        </li>
      ))}
    </ul>
  )

const Modules = ({ modules }: Pick<scopes.ScopeBody, 'modules'>) => (
  <ul className={classes.list}>
    {modules.map(({ idmod, namemod, system }) => (
      <li key={idmod}>
        {system} – {namemod}
      </li>
    ))}
  </ul>
)

function partsOf({ requests, description, terms, modules }: scopes.ScopeBody, isAgreed: boolean): Part[] {
  const own = {
    title: isAgreed ? 'С чем вы согласились' : 'Состав релиза',
    aside: requests.length || undefined,
    content: <Requests requests={requests} />,
  }
  return [
    own,
    ...(description ? [{ title: 'Описание', content: <Text text={description} /> }] : []),
    ...(terms ? [{ title: 'Правила', content: <Text text={terms} /> }] : []),
    ...(modules.length > 0 ? [{ title: 'Ваши модули', content: <Modules modules={modules} /> }] : []),
  ]
}

/** Everything that a company agrees to in addition to the date; wherever it agrees, it reads the same. */
export const Scope = ({ scope, isAgreed, children: framed }: ScopeProps) =>
  partsOf(scope, isAgreed).map((part) => <Fragment key={part.title}>{framed(part)}</Fragment>)
