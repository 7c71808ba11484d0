import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowsDiff, IconChevronDown, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { planning } from '@vypusk/contract'
import { useUser } from '../../api/account.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { confirm } from '../../components/kit/feedback/dialogs.tsx'
import { useRemoveVariant, variantsQuery } from './api.ts'
import { CompareDialog } from './CompareDialog.tsx'
import { AbleButton } from '../../ui/AbleButton.tsx'
import { changesCount } from './texts.ts'
import type { Plan } from './usePlan.ts'
import { whenDone } from '../../components/kit/feedback/when-done.ts'

interface VariantsProps {
  plan: Plan
  rows: readonly planning.PlanningRelease[]
}

const aboutOf = ({ author, changes, is_shared }: planning.Variant, me: number) =>
  [author.id === me ? (is_shared ? 'виден коллегам' : 'только мой') : author.name, changesCount(changes.length)].join(
    ' · ',
  )

/** The button while there is nothing to choose from, and why. */
function NoVariants({ result: { data, error, refetch } }: { result: UseQueryResult }) {
  if (data === undefined && error) {
    return (
      <Button variant="default" aria-description={sentenceOf(error)} onClick={() => void refetch()}>
        Варианты не загрузились: повторить
      </Button>
    )
  }
  const why = data ? 'Сдвиньте релиз на линии и сохраните изменения как вариант' : 'Загружаются'
  return (
    <AbleButton ability={why} onClick={() => {}}>
      Варианты
    </AbleButton>
  )
}

/** Saved variants, which can be opened on the time line, compared and deleted. */
export function Variants({ plan, rows }: VariantsProps) {
  const { id: me } = useUser()
  const result = useQuery(variantsQuery)
  const { mutateAsync } = useRemoveVariant()
  const [comparing, { open, close }] = useDisclosure()
  const variants = result.data?.variants ?? []
  const openVariant = async (variant: planning.Variant) => {
    const isUnsaved = plan.changes.length > 0 && plan.variant?.id !== variant.id
    const question = { title: 'Открыть вариант?', children: 'Несохранённые изменения будут заменены.' }
    if (!isUnsaved || (await confirm({ ...question, action: 'Открыть' }))) plan.open(variant)
  }
  const drop = async (variant: planning.Variant) => {
    const question = { title: 'Удалить вариант?', children: variant.name, action: 'Удалить', dangerous: true }
    if (await confirm(question)) whenDone(mutateAsync(variant.id))
  }
  if (variants.length === 0) return <NoVariants result={result} />
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={14} />}>
            {`Варианты (${variants.length})`}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {variants.map((variant) => (
            <Menu.Item key={variant.id} onClick={() => void openVariant(variant)}>
              {variant.name}
              <br />
              <small>{aboutOf(variant, me)}</small>
            </Menu.Item>
          ))}
          {variants.some(({ may_remove }) => may_remove) && <Menu.Divider />}
          {variants
            .filter(({ may_remove }) => may_remove)
            .map((variant) => (
              <Menu.Item key={variant.id} leftSection={<IconTrash size={14} />} onClick={() => void drop(variant)}>
                Удалить «{variant.name}»
              </Menu.Item>
            ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconArrowsDiff size={14} />} onClick={open}>
            Сравнить варианты…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <CompareDialog opened={comparing} onClose={close} variants={variants} rows={rows} />
    </>
  )
}
