import { Button, TextInput } from '@mantine/core'
import classes from './FilterBar.module.css'

interface SetNameProps {
  name: string
  onChange: (name: string) => void
  onSave: () => void
}

/** Names a set of filters. */
export const SetName = ({ name, onChange, onSave }: SetNameProps) => (
  <form
    className={classes.save}
    onSubmit={(event) => {
      event.preventDefault()
      onSave()
    }}
  >
    <TextInput
      label="Название набора"
      size="xs"
      maxLength={40}
      value={name}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
    <Button type="submit" disabled={!name.trim()}>
      Сохранить
    </Button>
  </form>
)
