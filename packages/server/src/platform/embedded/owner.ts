import { execFile } from 'node:child_process'
import { chmod, chown, lchown, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The user PostgreSQL runs as, since it refuses to run as root. Null for the user who runs the server. */
export type Owner = { uid: number; gid: number } | null

const nobody = 65534

/** The owner of an existing folder, so that a database once created by an ordinary user opens for root as well. */
export async function ownerOf(folder: string): Promise<Owner> {
  if (process.getuid?.() !== 0) return null
  const found = await stat(folder).catch(() => null)
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : { uid: nobody, gid: nobody }
}

/** Gives a file or a folder, without what is in it, to the owner; null leaves it as it is. */
export async function giveTo(owner: Owner, path: string) {
  if (owner) await chown(path, owner.uid, owner.gid)
}

/** Repairs a folder that root copied or unpacked from a backup: everything in it is given back to the owner. */
export async function giveTree(owner: Owner, folder: string) {
  if (!owner) return
  await chmod(folder, 0o700)
  await chown(folder, owner.uid, owner.gid)
  for (const name of await readdir(folder, { recursive: true })) await lchown(join(folder, name), owner.uid, owner.gid)
}

/**
 * Runs a program of the database as its owner, in a folder that the owner can enter and without the variables (PGPORT,
 * PGDATA …) that would change its behaviour.
 */
export async function runAs(owner: Owner, program: string, args: string[], cwd = '/'): Promise<string> {
  const { stdout } = await run(program, args, { ...owner, cwd, env: ownEnvironment() })
  return stdout
}

function ownEnvironment() {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name))
  return { ...Object.fromEntries(kept), LC_ALL: 'C' }
}

/** Whether the owner may write to the folder. The system itself is asked, because only it knows all of its rules. */
export async function canWrite(owner: Owner, folder: string): Promise<boolean> {
  if (!owner) return true
  const access = runAs(owner, '/bin/sh', ['-c', 'test -w "$0" && test -x "$0"', folder])
  return access.then(
    () => true,
    () => false,
  )
}
