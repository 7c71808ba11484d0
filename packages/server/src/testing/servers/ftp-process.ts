import { servePlain } from './ftp-plain.ts'
import { serveSsh } from './ftp-ssh.ts'

/**
 * A file server in a process of its own, so that it can be killed: `ftp-process.ts ftp|sftp folder port user password`.
 */

const [kind, folder = '', port, user = '', password = ''] = process.argv.slice(2)
await (kind === 'sftp' ? serveSsh : servePlain)({ folder, port: Number(port), user, password })
process.stdout.write('listening\n')

// However the process that started it ends, the pipe closes.
process.stdin.resume().once('end', () => process.exit())
