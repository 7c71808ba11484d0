import { Button, Group, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { nameAmong, type substitutes } from '@vypusk/contract'
import { AbleButton } from '../../../ui/AbleButton.tsx'
import { formatMoment, formatRange } from '../../../ui/dates.ts'
import quiet from '../../../ui/quiet.module.css'
import ruled from '../../../ui/Ruled.module.css'
import { Loaded } from '../../kit/data-table/Loaded.tsx'
import { whenDone } from '../../kit/feedback/when-done.ts'
import { DayField } from '../../kit/fields/DayField.tsx'
import { useServerForm } from '../../kit/fields/useServerForm.tsx'
import { substitutesQuery, useEndSubstitute, useNameSubstitute, type SubstituteList } from './api.ts'

const EMPTY = {
  user_id: null as string | null,
  substitute_id: null as string | null,
  date_from: null as string | null,
  date_to: null as string | null,
}

const choicesOf = (people: readonly { id: number; name: string }[]) =>
  people.map((one) => ({ value: String(one.id), label: nameAmong(people, one) }))

interface FormProps {
  idcomp: number
  list: SubstituteList
  /** The only person to name a substitute for; when left out, anybody the reader may name one for. */
  user_id: number | undefined
}

function NameForm({ idcomp, list: { people, choices }, user_id }: FormProps) {
  const { mutateAsync } = useNameSubstitute(idcomp)
  const own = user_id === undefined ? null : String(user_id)
  const empty = { ...EMPTY, user_id: own ?? (people.length === 1 ? String(people[0]?.id) : null) }
  const { form, isSaving, formProps } = useServerForm({
    name: `substitute.${idcomp}.${user_id ?? 'any'}`,
    initialValues: empty,
    empty,
    validate: {
      user_id: (id) => (id ? null : 'Выберите, кого не будет'),
      substitute_id: (id) => (id ? null : 'Выберите, кто замещает'),
      date_from: (day) => (day ? null : 'Укажите первый день'),
    },
    save: (typed) =>
      mutateAsync({
        user_id: Number(typed.user_id),
        substitute_id: Number(typed.substitute_id),
        date_from: typed.date_from ?? '',
        date_to: typed.date_to ?? typed.date_from ?? '',
      }),
  })
  return (
    <form {...formProps} aria-label="Назвать замещающего">
      <Group gap="sm" align="flex-start">
        {own === null && (
          <Select
            label="Кого не будет"
            required
            searchable
            flex="1 1 200px"
            data={choicesOf(people)}
            {...form.getInputProps('user_id')}
          />
        )}
        <Select
          label="Кто замещает"
          required
          searchable
          flex="1 1 200px"
          data={choicesOf(choices.filter(({ id }) => String(id) !== form.values.user_id))}
          nothingFoundMessage="Таких людей нет"
          {...form.getInputProps('substitute_id')}
        />
        <DayField label="С" required w={150} {...form.getInputProps('date_from')} />
        <DayField label="По" w={150} {...form.getInputProps('date_to')} />
        <Button type="submit" variant="default" mt={24} loading={isSaving}>
          Назвать
        </Button>
      </Group>
    </form>
  )
}

const STATES: Record<substitutes.Substitute['state'], string> = {
  ahead: 'ещё не началось',
  acting: 'сейчас',
  off: 'не действует: кто-то из двоих заблокирован или ушёл из компании',
}

function Item({ idcomp, one }: { idcomp: number; one: substitutes.Substitute }) {
  const { mutateAsync, isPending } = useEndSubstitute(idcomp)
  const { user, substitute, date_from, date_to, state, author, by_client, created_at } = one
  return (
    <li className={ruled.withAction}>
      <div>
        <b>{formatRange(date_from, date_to)}</b> {user.name} → {substitute.name} · {STATES[state]}
        <div className={quiet.dim}>
          {author.name}, {by_client ? 'компания' : 'поставщик'}, {formatMoment(created_at)}
        </div>
      </div>
      <AbleButton
        ability={one.abilities.end}
        size="compact-sm"
        label={`Снять замещение: ${user.name}`}
        loading={isPending}
        onClick={() => whenDone(mutateAsync(one.id))}
      >
        Снять
      </AbleButton>
    </li>
  )
}

interface SubstitutesProps {
  idcomp: number
  /** Shows and edits only this person's substitutes; when left out, the whole company's. */
  user_id?: number
}

function Shown({ idcomp, user_id, list }: SubstitutesProps & { list: SubstituteList }) {
  const isShown = ({ user, substitute }: substitutes.Substitute) =>
    user_id === undefined || user.id === user_id || substitute.id === user_id
  const shown = list.substitutes.filter(isShown)
  return (
    <Stack gap="sm">
      <div className={quiet.dim}>
        Письма о датах и напоминания в эти дни приходят обоим, ответить может любой; в истории останется, за кого.
      </div>
      {shown.length > 0 && (
        <ul className={ruled.list} aria-label="Замещения">
          {shown.map((one) => (
            <Item key={one.id} idcomp={idcomp} one={one} />
          ))}
        </ul>
      )}
      {list.people.length > 0 && <NameForm idcomp={idcomp} list={list} user_id={user_id} />}
    </Stack>
  )
}

/** Lists who stands in for whom in a company, and adds substitutes. */
export const Substitutes = (props: SubstitutesProps) => (
  <Loaded result={useQuery(substitutesQuery(props.idcomp))} failed="Замещения не загрузились" loading={null}>
    {(list) => <Shown {...props} list={list} />}
  </Loaded>
)
