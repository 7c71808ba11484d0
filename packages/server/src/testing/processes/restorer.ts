import { createReadStream } from 'node:fs'
import { restoreBackup } from '../../backup/restore.ts'
import { systemClock } from '../../platform/clock.ts'
import { folderStore } from '../../platform/external/file-store/folder.ts'

/** A restore that kills itself at a given stage. */

const { config, folder, copy, stage: last } = JSON.parse(process.argv[2] ?? '{}')
const log = { info() {}, warn: console.warn }
await restoreBackup(
  {
    config,
    log,
    store: folderStore(folder),
    clock: systemClock,
    replace: true,
    onStage: (stage) => {
      if (stage === last) process.kill(process.pid, 'SIGKILL')
    },
  },
  () => createReadStream(copy),
)
