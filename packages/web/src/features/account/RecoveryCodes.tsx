import { Button, CopyButton, Group, Stack } from '@mantine/core'
import { saveAs } from '../../api/download.ts'
import classes from './Account.module.css'
import { factorTexts as texts } from './factor-texts.ts'

const save = (codes: string[]): void =>
  saveAs(new Blob([`${texts.fileHead}\n\n${codes.join('\n')}\n`], { type: 'text/plain' }), texts.file)

interface RecoveryCodesProps {
  codes: string[]
  onSaved: () => void
}

/** Recovery codes are shown once and have to be copied, saved or printed now. */
export const RecoveryCodes = ({ codes, onSaved }: RecoveryCodesProps) => (
  <Stack gap="sm">
    <p className={classes.text}>{texts.codesNote}</p>
    <ul className={classes.codes}>
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
    <Group gap="xs">
      <CopyButton value={codes.join('\n')}>
        {({ copied, copy }) => (
          <Button variant="default" size="xs" onClick={copy}>
            {copied ? texts.copied : texts.copyCodes}
          </Button>
        )}
      </CopyButton>
      <Button variant="default" size="xs" onClick={() => save(codes)}>
        {texts.download}
      </Button>
      <Button variant="default" size="xs" onClick={() => globalThis.print()}>
        {texts.print}
      </Button>
    </Group>
    <Button size="sm" onClick={onSaved}>
      {texts.saved}
    </Button>
  </Stack>
)
