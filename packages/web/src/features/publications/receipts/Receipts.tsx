import { Button } from '@mantine/core'
import type { Company, publications, receipts } from '@vypusk/contract'
import { IconCheck } from '@tabler/icons-react'
import { useChange } from '../../../api/changes.ts'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { useFullNames } from '../../../components/shared/marks/full-names.ts'
import { confirmReceipt } from '../../../components/shared/publication/api.ts'
import { formatMoment } from '../../../ui/dates.ts'
import { Tag } from '../../../ui/Tag.tsx'
import classes from './Receipts.module.css'
import { notifyRefusal } from '../../../components/kit/feedback/refused.ts'

type Item = publications.PublicationItem
type Kind = receipts.ReceiptKind

const ICON = 12
const KIND_NAMES: Record<Kind, string> = { received: 'Получено', installed: 'Установлено' }

interface ReceiptInput {
  kind: Kind
  company?: number
  remove?: boolean
}

const useConfirm = (publication: number, release_id: number) =>
  useChange({
    changes: ['publication'],
    mutationFn: (receipt: ReceiptInput) => confirmReceipt(publication, { release_id, ...receipt }),
    onSuccess: (_reply, { kind, remove }) =>
      toast.success(remove ? 'Отметка снята' : kind === 'received' ? 'Получение отмечено' : 'Установка отмечена'),
    onError: notifyRefusal,
  })

const Word = ({ receipt: { kind, at, user } }: { receipt: receipts.Receipt }) => (
  <span title={user.name}>
    <Tag tone={kind === 'installed' ? 'green' : 'blue'} icon={<IconCheck size={ICON} aria-hidden />}>
      {KIND_NAMES[kind]} {formatMoment(at)}
    </Tag>
  </span>
)

interface SidesProps {
  company: Company
  marks: readonly receipts.Receipt[]
  /** Staff confirm for a company, whose name is shown. */
  isRivc: boolean
  isConfirming: boolean
  onConfirm: (receipt: ReceiptInput) => void
}

interface ActionProps {
  text: string
  /** The company of the button, because many buttons have the same text; null for the client's own. */
  of: string | null
  variant: 'default' | 'filled' | 'subtle'
  isConfirming: boolean
  onConfirm: () => void
}

const Action = ({ text, of, variant, isConfirming, onConfirm }: ActionProps) => (
  <Button
    size="compact-xs"
    variant={variant}
    disabled={isConfirming}
    aria-label={of === null ? undefined : `${text}: ${of}`}
    onClick={onConfirm}
  >
    {text}
  </Button>
)

/** The confirmations of one company: those given, the next one, and undoing. */
function Side({ company, marks, isRivc, isConfirming, onConfirm }: SidesProps) {
  const name = useFullNames()(company)
  const has = (kind: Kind) => marks.some((one) => one.kind === kind)
  const last: Kind = has('installed') ? 'installed' : 'received'
  const whose = isRivc ? { company: company.idcomp } : {}
  const common = { of: isRivc ? name : null, isConfirming }
  const [received, installed] = isRivc ? ['Отметить получение', 'Отметить установку'] : ['Получили', 'Установили']
  return (
    <li className={classes.side}>
      {marks.map((receipt) => (
        <Word key={receipt.kind} receipt={receipt} />
      ))}
      {marks.length === 0 && (
        <Action
          {...common}
          text={received}
          variant="default"
          onConfirm={() => onConfirm({ kind: 'received', ...whose })}
        />
      )}
      {!has('installed') && (
        <Action
          {...common}
          text={installed}
          variant={isRivc ? 'default' : 'filled'}
          onConfirm={() => onConfirm({ kind: 'installed', ...whose })}
        />
      )}
      {marks.length > 0 && (
        <Action
          {...common}
          text="Снять отметку"
          variant="subtle"
          onConfirm={() => onConfirm({ kind: last, remove: true, ...whose })}
        />
      )}
    </li>
  )
}

interface ReceiptsProps {
  publication: number
  item: Item
  isRivc: boolean
  /** The company whose confirmations are shown; all of the item's when left out. */
  of?: number
}

/**
 * Which companies have received and installed the release. Clients confirm it themselves; staff do so for a company
 * that has called or written.
 */
export function Receipts({ publication, item, isRivc, of }: ReceiptsProps) {
  const { mutate, isPending, variables } = useConfirm(publication, item.release.id)
  const companies = item.customers.filter(
    ({ idcomp }) => !item.notPublishingList.includes(idcomp) && (of === undefined || of === idcomp),
  )
  if (companies.length === 0) return null
  return (
    <ul className={classes.list} aria-label={`Получение и установка: ${item.release.title}`}>
      {companies.map((company) => (
        <Side
          key={company.idcomp}
          company={company}
          marks={item.receipts.filter(({ idcomp }) => idcomp === company.idcomp)}
          isRivc={isRivc}
          isConfirming={isPending && (variables.company === undefined || variables.company === company.idcomp)}
          onConfirm={mutate}
        />
      ))}
    </ul>
  )
}
