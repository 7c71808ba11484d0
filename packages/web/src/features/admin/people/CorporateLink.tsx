import { Button, Group, TextInput } from '@mantine/core'
import { adminPeople } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useChange } from '../../../api/changes.ts'
import { entranceQuery } from '../../../api/account.ts'
import { call } from '../../../api/client.ts'
import { confirm } from '../../../components/kit/feedback/dialogs.tsx'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { Section } from '../../../ui/Section.tsx'
import classes from '../admin.module.css'
import { personQuery } from './api.ts'
import { corporateTexts as texts } from './texts.ts'
import { notifyRefusal } from '../../../components/kit/feedback/refused.ts'

const useLink = (id: number) =>
  useChange({
    changes: ['user'],
    mutationFn: (subject: string | null) =>
      call(adminPeople.linkCorporate, { params: { id }, body: { subject }, onRefusal: 'throw' }),
    put: ({ person }) => [[personQuery(id).queryKey, person]],
    onSuccess: (_reply, subject) => toast.success(subject === null ? texts.unlinked : texts.linked),
    onError: notifyRefusal,
  })

const Linked = ({ id, subject }: { id: number; subject: string }) => {
  const { mutate, isPending } = useLink(id)
  const unlink = async () => {
    const isSure = await confirm({
      title: texts.unlinkTitle,
      children: texts.unlinkText,
      action: texts.unlink,
      dangerous: true,
    })
    if (isSure) mutate(null)
  }
  return (
    <Group gap="xs">
      <span className={classes.subject}>{subject}</span>
      <Button variant="default" size="compact-sm" loading={isPending} onClick={() => void unlink()}>
        {texts.unlink}
      </Button>
    </Group>
  )
}

const Unlinked = ({ id }: { id: number }) => {
  const [subject, setSubject] = useState('')
  const { mutate, isPending } = useLink(id)
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        label={texts.subject}
        description={texts.subjectNote}
        size="xs"
        maxLength={255}
        flex={1}
        value={subject}
        onChange={({ currentTarget }) => setSubject(currentTarget.value)}
      />
      <Button
        variant="default"
        size="xs"
        disabled={subject.trim() === ''}
        loading={isPending}
        onClick={() => mutate(subject.trim())}
      >
        {texts.link}
      </Button>
    </Group>
  )
}

/** The person's identity at the company's own identity provider; renders nothing when none is set up. */
export function CorporateLink({ person: { id, corporate } }: { person: adminPeople.PersonDetail }) {
  const { data: entrance } = useQuery(entranceQuery)
  if (!entrance || entrance.corporate === null) return null
  return (
    <Section title={texts.title}>
      {corporate === null ? <Unlinked id={id} /> : <Linked id={id} subject={corporate} />}
    </Section>
  )
}
