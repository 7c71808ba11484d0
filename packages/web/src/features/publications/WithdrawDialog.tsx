import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { decodeName, publications } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { useChange } from '../../api/changes.ts'
import { useDraftText } from '../../components/kit/fields/useDraftText.ts'
import { sayRefusal } from '../../components/kit/feedback/refused.ts'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { companyReceiptsQuery, withdrawPublication } from './api.ts'
import { havingOf } from './company-receipts.ts'
import quiet from '../../ui/quiet.module.css'
import { recipientsCount } from './texts.ts'

type Publication = publications.Publication

const useWithdraw = (id: number, onDone: () => void) =>
  useChange({
    changes: ['publication', 'release'],
    mutationFn: (reason: string) => withdrawPublication(id, reason),
    onSuccess: () => {
      toast.success('Публикация отозвана')
      onDone()
    },
    onError: sayRefusal,
  })

/** Who already has something of it: nobody can take that back. */
function Having({ publication }: { publication: Publication }) {
  const { data } = useQuery(companyReceiptsQuery(publication.id))
  const having = havingOf(data?.companies ?? [], publication.list)
  if (!data) return null
  if (having.length === 0) return <Text size="sm">Файлы ещё никто не получил.</Text>
  return (
    <div>
      <Text size="sm">Уже есть у компаний, забрать у них нельзя:</Text>
      <ul>
        {having.map(({ company, words }) => (
          <li key={company.idcomp}>
            {decodeName(company.namecomp)} <span className={quiet.dim}>{words}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function WithdrawForm({ publication, onClose }: { publication: Publication; onClose: () => void }) {
  const { id, recipients, deliveries } = publication
  const reason = useDraftText(`publication.${id}.withdraw`)
  const { mutate, isPending } = useWithdraw(id, () => (reason.drop(), onClose()))
  const letters = recipients.clients.length + recipients.rivc.length
  const copies = deliveries.filter(({ kind, state }) => kind === 'ftp' && state === 'sent').length
  return (
    <form onSubmit={(event) => (event.preventDefault(), mutate(reason.text.trim()))}>
      <Stack gap="md">
        <Text size="sm">
          Клиенты больше не скачают файлы этой публикации; страница останется и скажет почему. Письмо с причиной получат{' '}
          {recipientsCount(letters)}. Вернуть публикацию нельзя – можно выпустить исправленный комплект.
        </Text>
        <Having publication={publication} />
        {copies > 0 && <Text size="sm">Копии на FTP (файлов: {copies}) останутся: удалите их сами.</Text>}
        <Textarea
          label="Причина"
          description="Её прочитают клиенты"
          required
          data-autofocus
          maxLength={publications.MAX_REASON}
          value={reason.text}
          onChange={(event) => reason.set(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Отмена
          </Button>
          <Button type="submit" color="red" disabled={!reason.text.trim()} loading={isPending}>
            Отозвать
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface WithdrawDialogProps {
  publication: Publication
  opened: boolean
  onClose: () => void
}

/** Takes a publication back, after what that means and whom it does not reach any more. */
export const WithdrawDialog = ({ publication, opened, onClose }: WithdrawDialogProps) => (
  <Modal opened={opened} onClose={onClose} title={`Отозвать публикацию ${publication.id}?`}>
    <WithdrawForm publication={publication} onClose={onClose} />
  </Modal>
)
