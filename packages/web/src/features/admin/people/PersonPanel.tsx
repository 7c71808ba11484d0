import { decodeName } from '@vypusk/contract'
import { Button } from '@mantine/core'
import type { Ability, adminPeople } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '../../../components/kit/feedback/dialogs.tsx'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { History } from '../../../components/shared/history/History.tsx'
import { formatMoment } from '../../../ui/dates.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { Section } from '../../../ui/Section.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { ThingPanel } from '../ThingPanel.tsx'
import { AbleButton } from '../../../ui/AbleButton.tsx'
import classes from '../admin.module.css'
import { CorporateLink } from './CorporateLink.tsx'
import { Memberships } from './Memberships.tsx'
import { PersonForm } from './PersonForm.tsx'
import { personQuery, usePersonAction } from './api.ts'
import type { Way } from './api.ts'
import { DONE, keptTexts, rightsOf, stateOf, notifyOfLetter } from './texts.ts'
import { whenDone } from '../../../components/kit/feedback/when-done.ts'

type Detail = adminPeople.PersonDetail

const PersonFacts = ({ person }: { person: Detail }) => (
  <Facts
    items={[
      ['Логин', person.login],
      ['Почта', person.email ?? 'нет адреса'],
      ['Компания', person.company ? decodeName(person.company.namecomp) : 'сотрудник поставщика'],
      ['Права', rightsOf(person)],
      ['Каталог компании', person.directory && keptTexts.fact(person.directory.external_id)],
      ['Второй фактор', person.second_factors.join(', ') || 'нет'],
      ['Открытых сеансов', person.sessions_count],
      ['В системе', person.last_seen_at && formatMoment(person.last_seen_at)],
      ['Создан', formatMoment(person.created_at)],
    ]}
  />
)

const confirmBlock = ({ name }: Detail) =>
  confirm({
    title: `Заблокировать: ${name}?`,
    children:
      'Сразу и насовсем завершатся сеансы, токены API, ссылка календаря и ссылки для пароля: разблокировка их не вернёт. Заявки и записи человека останутся.',
    action: 'Заблокировать',
    dangerous: true,
  })

const confirmReset = ({ name }: Detail) =>
  confirm({
    title: `Сбросить второй фактор: ${name}?`,
    children:
      'Приложения, ключи доступа и коды восстановления перестанут действовать, сеансы завершатся. Человек войдёт по паролю и узнает о сбросе из письма. Убедитесь, что просит именно он.',
    action: 'Сбросить',
    dangerous: true,
  })

/** The actions without a form; a disabled button shows the reason. */
function Actions({ person, onEdit }: { person: Detail; onEdit: () => void }) {
  const { mutateAsync, isPending, variables } = usePersonAction(person.id)
  const act = (way: Way) =>
    whenDone(mutateAsync(way), ({ mail }) => {
      if (mail) notifyOfLetter('Письмо для пароля отправлено.', mail)
      else toast.success(DONE[way])
    })
  const block = async () => {
    if (await confirmBlock(person)) act('block')
  }
  const reset = async () => {
    if (await confirmReset(person)) act('reset')
  }
  const button = (label: string, ability: Ability, way: Way, onClick: () => void) => (
    <AbleButton ability={ability} size="compact-sm" loading={isPending && variables === way} onClick={onClick}>
      {label}
    </AbleButton>
  )
  const { abilities } = person
  return (
    <div className={classes.actions}>
      <Button variant="default" size="compact-sm" onClick={onEdit}>
        Изменить
      </Button>
      {button('Выслать пароль', abilities.password, 'password', () => act('password'))}
      {person.is_blocked
        ? button('Разблокировать', abilities.block, 'unblock', () => act('unblock'))
        : button('Заблокировать', abilities.block, 'block', () => void block())}
      {person.second_factors.length > 0 &&
        button('Сбросить второй фактор', abilities.second_factor, 'reset', () => void reset())}
    </div>
  )
}

function Shown({ person }: { person: Detail }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <PersonForm person={person} onClose={() => setOpen(false)} />
  const { word, tone } = stateOf(person)
  return (
    <>
      <h3 className={classes.title}>{person.name}</h3>
      <div>
        <Tag tone={tone}>{word}</Tag>
      </div>
      <Actions person={person} onEdit={() => setOpen(true)} />
      <PersonFacts person={person} />
      <Memberships person={person} />
      <CorporateLink person={person} />
      {person.history.length > 0 && (
        <Section title="История" aside={person.history.length}>
          <History changes={person.history} />
        </Section>
      )}
    </>
  )
}

/** A person beside the list: who it is, what can be done, and the history of changes. */
export const PersonPanel = ({ id }: { id: number }) => (
  <ThingPanel result={useQuery(personQuery(id))} failed="Учётная запись не загрузилась">
    {(person) => <Shown person={person} />}
  </ThingPanel>
)
