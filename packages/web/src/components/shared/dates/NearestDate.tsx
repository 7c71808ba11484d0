import { Button } from '@mantine/core'
import classes from './Dates.module.css'
import { momentInZones } from './moments.ts'

interface NearestDateProps {
  of: Parameters<typeof momentInZones>[0]
  onChoose: () => void
}

/** The nearest date that fits, one press away; by two clocks it is long, and is read whole in the narrowest form. */
export const NearestDate = ({ of, onChoose }: NearestDateProps) => (
  <Button
    variant="subtle"
    size="compact-sm"
    classNames={{ root: classes.nearest, label: classes.nearestLabel }}
    onClick={onChoose}
  >
    Ближайшая подходящая: {momentInZones(of)}
  </Button>
)
