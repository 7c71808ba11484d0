import { Button, Checkbox, Modal, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { adminPeople } from '@vypusk/contract'
import { entranceQuery } from '../../../api/account.ts'
import { call } from '../../../api/client.ts'
import { DraftNotice } from '../../../components/kit/feedback/DraftNotice.tsx'
import { useServerForm } from '../../../components/kit/fields/useServerForm.tsx'
import classes from '../admin.module.css'
import { PersonFields } from './PersonFields.tsx'
import { notifyOfLetter } from './texts.ts'
import { bodyOf, nobody, validate } from './values.ts'

const SIDES = [
  { value: 'client', label: 'Клиент' },
  { value: 'staff', label: 'Сотрудник' },
]

interface NewPersonProps {
  opened: boolean
  onClose: () => void
  onDone: (id: number) => void
}

/** Creates an account, and sends the letter by which the person sets a password. */
function Form({ onClose, onDone }: Omit<NewPersonProps, 'opened'>) {
  // Where everybody signs in elsewhere, a password of this system would open nothing.
  const hasPasswords = useQuery(entranceQuery).data?.by_password ?? true
  const { form, formProps, isSaving, hasDraft, dropDraft } = useServerForm({
    name: 'person.0',
    initialValues: nobody,
    validate,
    save: (values, idempotencyKey) =>
      call(adminPeople.create, {
        body: bodyOf({ ...values, send_password: values.send_password && hasPasswords }),
        idempotencyKey,
        onRefusal: 'throw',
      }),
    changes: ['user'],
    onSaved: ({ person, mail }) => {
      notifyOfLetter(mail === 'none' ? 'Запись создана.' : 'Запись создана, письмо для пароля отправлено.', mail)
      onDone(person.id)
    },
    onRefused: ({ errors }) => Object.keys(errors).length > 0,
  })
  return (
    <form {...formProps} className={classes.stack} aria-label="Новый человек">
      {hasDraft && <DraftNotice onDrop={dropDraft} />}
      <SegmentedControl
        data={SIDES}
        aria-label="Чей это человек"
        value={form.values.isRivc ? 'staff' : 'client'}
        onChange={(side) => form.setFieldValue('isRivc', side === 'staff')}
      />
      <PersonFields form={form} mayAdminister />
      {hasPasswords && (
        <Checkbox
          label="Отправить письмо, по которому человек задаст пароль"
          disabled={form.values.email.trim() === ''}
          {...form.getInputProps('send_password', { type: 'checkbox' })}
        />
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => (dropDraft(), onClose())}>
          Отмена
        </Button>
        <Button type="submit" loading={isSaving}>
          Создать
        </Button>
      </div>
    </form>
  )
}

export const NewPerson = ({ opened, onClose, onDone }: NewPersonProps) => (
  <Modal opened={opened} onClose={onClose} title="Новый человек">
    <Form onClose={onClose} onDone={onDone} />
  </Modal>
)
