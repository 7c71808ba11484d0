import { adminPeople, decodeName } from '@vypusk/contract'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'
import { confirm } from '../../../components/kit/feedback/dialogs.tsx'
import { notifyRefusal } from '../../../components/kit/feedback/refused.ts'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { hiddenName } from '../../../components/shared/company/choices.ts'
import { AbleButton } from '../../../ui/AbleButton.tsx'
import { Section } from '../../../ui/Section.tsx'
import quiet from '../../../ui/quiet.module.css'
import classes from '../admin.module.css'
import { personQuery } from './api.ts'
import { JoinForm } from './JoinForm.tsx'
import { membershipTexts as texts, rightsOf } from './texts.ts'

type Person = adminPeople.PersonDetail
type Membership = adminPeople.Membership

/** Makes the company the first one; the person has another id from then on, and is found by either. */
function FirstButton({ person, membership }: { person: Person; membership: Membership }) {
  const { company, is_hidden } = membership
  const name = decodeName(company.namecomp)
  const { mutate, isPending } = useChange({
    changes: ['user'],
    mutationFn: () =>
      call(adminPeople.first, { params: { id: person.id, company: company.idcomp }, onRefusal: 'throw' }),
    put: ({ person: saved }) => [person.id, saved.id].map((id) => [personQuery(id).queryKey, saved]),
    onSuccess: () => toast.success(texts.madeFirst),
    onError: notifyRefusal,
  })
  const ask = async () => {
    if (await confirm({ title: texts.firstTitle(name), children: texts.firstText, action: texts.first })) mutate()
  }
  const ability = is_hidden ? texts.isHidden : person.abilities.first
  return (
    <AbleButton
      ability={ability}
      size="compact-xs"
      loading={isPending}
      onClick={() => void ask()}
      label={`${texts.first}: ${name}`}
    >
      {texts.first}
    </AbleButton>
  )
}

function Row({ person, membership, onEdit }: { person: Person; membership: Membership; onEdit: () => void }) {
  const { company, is_hidden } = membership
  const name = decodeName(company.namecomp)
  const { mutate, isPending } = useChange({
    changes: ['user'],
    mutationFn: () =>
      call(adminPeople.leave, { params: { id: person.id, company: company.idcomp }, onRefusal: 'throw' }),
    put: ({ person: saved }) => [[personQuery(saved.id).queryKey, saved]],
    onSuccess: () => toast.success(texts.left),
    onError: notifyRefusal,
  })
  const leave = async () => {
    const title = texts.leaveTitle(name)
    if (await confirm({ title, children: texts.leaveText, action: texts.leave, dangerous: true })) mutate()
  }
  return (
    <div>
      <div>{is_hidden ? hiddenName(name) : name}</div>
      <div className={quiet.dim}>{rightsOf({ ...membership, isAdmin: false })}</div>
      <Group gap="xs" mt={4}>
        <Button variant="default" size="compact-xs" onClick={onEdit} aria-label={`${texts.rights}: ${name}`}>
          {texts.rights}
        </Button>
        <FirstButton person={person} membership={membership} />
        <Button
          variant="default"
          size="compact-xs"
          loading={isPending}
          onClick={() => void leave()}
          aria-label={`${texts.leave}: ${name}`}
        >
          {texts.leave}
        </Button>
      </Group>
    </div>
  )
}

/** The further companies of a client's person, with the rights in each. */
export function Memberships({ person }: { person: Person }) {
  /** The number of the company whose rights are edited, or a company that is being added. */
  const [edited, setEdited] = useState<number | 'new' | null>(null)
  if (person.isRivc) return null
  const close = () => setEdited(null)
  return (
    <Section title={texts.title}>
      <div className={classes.stack}>
        {person.memberships.length === 0 && <span className={quiet.dim}>{texts.none}</span>}
        {person.memberships.map((one) =>
          edited === one.company.idcomp ? (
            <JoinForm key={one.id} person={person} membership={one} onClose={close} />
          ) : (
            <Row key={one.id} person={person} membership={one} onEdit={() => setEdited(one.company.idcomp)} />
          ),
        )}
        {edited === 'new' ? (
          <JoinForm person={person} onClose={close} />
        ) : (
          <Button variant="default" size="compact-sm" onClick={() => setEdited('new')}>
            {texts.add}
          </Button>
        )}
      </div>
    </Section>
  )
}
