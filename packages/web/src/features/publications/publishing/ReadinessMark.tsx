import type { publications } from '@vypusk/contract'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { Tag } from '../../../ui/Tag.tsx'
import { readinessInWords } from '../../../components/shared/readiness/texts.ts'

const ICON = 12

/** «3 из 5 согласовали», and whether that is enough. */
export const ReadinessMark = ({ readiness }: Pick<publications.ReleaseToPublish, 'readiness'>) =>
  readiness.ready ? (
    <Tag tone="green" icon={<IconCheck size={ICON} aria-hidden />}>
      Готов · {readinessInWords(readiness)}
    </Tag>
  ) : (
    <Tag tone="amber" icon={<IconAlertTriangle size={ICON} aria-hidden />}>
      {readiness.called_off ? 'Закрыт' : 'Не готов'} · {readinessInWords(readiness)}
    </Tag>
  )
