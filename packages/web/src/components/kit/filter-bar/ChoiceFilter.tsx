import { SegmentedControl } from '@mantine/core'
import classes from './FilterBar.module.css'

interface ChoiceFilterProps<Value extends string> {
  /** What is chosen, for screen readers. */
  label: string
  options: { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** One of few words, all of them in sight. */
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
