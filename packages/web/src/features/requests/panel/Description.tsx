import { Button } from '@mantine/core'
import type { requests } from '@vypusk/contract'
import { useState } from 'react'
import { RequestTextForm } from '../../../components/shared/request-text/RequestTextForm.tsx'
import { useSaveRequestText } from '../../../components/shared/request/api.ts'
import { RichText } from '../../../ui/RichText.tsx'
import { Section } from '../../../ui/Section.tsx'
import classes from './RequestPanel.module.css'
import { requestQuery } from '../api.ts'

const placeOf = (isSolo: boolean) => (isSolo ? 'отдельным пунктом' : 'в общем тексте модуля')

/** The text of the request in a release description; staff edit it in place. */
export function Description({ request }: { request: requests.RequestDetail }) {
  const [isEdited, setEdited] = useState(false)
  const save = useSaveRequestText(request.id, {
    put: (reply) => [[requestQuery(request.id).queryKey, reply.request]],
  })
  const { description, isSolo, abilities } = request
  const mayEdit = abilities.edit_description === true
  if (!description && !mayEdit) return null
  return (
    <Section title="В описании релиза" aside={isEdited || !description ? undefined : placeOf(isSolo)}>
      {isEdited ? (
        <RequestTextForm text={request} save={save} onLeave={() => setEdited(false)} />
      ) : (
        <>
          {description ? <RichText html={description} /> : <p className={classes.note}>Текста пока нет.</p>}
          {mayEdit && (
            <Button variant="default" size="compact-sm" mt="xs" onClick={() => setEdited(true)}>
              {description ? 'Изменить текст' : 'Написать текст'}
            </Button>
          )}
        </>
      )}
    </Section>
  )
}
