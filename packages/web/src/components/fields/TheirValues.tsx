import { Alert } from '@mantine/core'
import classes from './TheirValues.module.css'

interface TheirValuesProps {
  /** «Запись изменил другой человек» */
  title: string
  items: readonly (readonly [name: string, value: string])[]
}

/** Two people saved one thing: what is written there now, beside what stands in the form. */
export const TheirValues = ({ title, items }: TheirValuesProps) => (
  <Alert color="yellow" title={title}>
    Написанное вами осталось в полях. Сейчас записано:
    <dl className={classes.values}>
      {items.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
    Сохраните ещё раз, чтобы записать своё.
  </Alert>
)
