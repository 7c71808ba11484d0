import { Button } from '@mantine/core'
import classes from './Dates.module.css'
import { momentInZones } from './moments.ts'

interface NearestDateProps {
  of: Parameters<typeof momentInZones>[0]
  onChoose: () => void
}

/** A button that chooses the nearest suitable date. With two clocks its text is long, so it wraps in narrow forms. */
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
