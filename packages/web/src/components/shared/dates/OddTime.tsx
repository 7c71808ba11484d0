import { Alert, Button, Group } from '@mantine/core'
import type { dates } from '@vypusk/contract'

type Odd = Pick<dates.DatesOfAgreement, 'odd_time' | 'odd_times'>

/** A time that the clocks leave out that night, or show twice: which one is meant is asked. */
export const OddTime = ({ of, onChoose }: { of: Odd; onChoose: (time: string) => void }) =>
  of.odd_time && (
    <Alert color="yellow" title={of.odd_time}>
      <Group gap="xs">
        {of.odd_times.map((time) => (
          <Button key={time} size="compact-sm" variant="default" onClick={() => onChoose(time)}>
            Поставить {time}
          </Button>
        ))}
      </Group>
    </Alert>
  )
