import { SegmentedControl } from '@mantine/core'
import classes from './FilterBar.module.css'

interface ChoiceFilterProps<Value extends string> {
  /** The accessible name. */
  label: string
  options: { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** Chooses one of a few options, all of them visible. */
export const ChoiceFilter = <Value extends string>({ label, options, value, onChange }: ChoiceFilterProps<Value>) => (
  <SegmentedControl<Value>
    size="xs"
    w="fit-content"
    maw="100%"
    style={{ overflowX: 'auto' }}
    aria-label={label}
    classNames={{ root: classes.setsRoot, label: classes.setLabel, indicator: classes.setIndicator }}
    data={options}
    value={value}
    onChange={onChange}
  />
)
