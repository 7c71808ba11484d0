import { Alert, Button } from '@mantine/core'

/** Says that a form begins with what was typed last time, and offers to begin anew. */
export const DraftNotice = ({ onDrop }: { onDrop: () => void }) => (
  <Alert color="gray" title="Восстановлен черновик прошлого раза">
    <Button size="compact-sm" variant="default" onClick={onDrop}>
      Начать заново
    </Button>
  </Alert>
)
