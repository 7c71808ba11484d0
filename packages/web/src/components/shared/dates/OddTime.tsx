import { Alert, Button, Group } from '@mantine/core'
import type { dates } from '@vypusk/contract'

type Odd = Pick<dates.DatesOfAgreement, 'odd_time' | 'odd_times'>

/** Asks which time is meant when the clocks skip it that night or show it twice. */
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
