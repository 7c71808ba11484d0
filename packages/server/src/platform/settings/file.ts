import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { parseEnvFile } from './env-file.ts'
import { readSettings, SettingsError, type Settings } from '../settings.ts'

/**
 * Loads the settings of this installation, for the service and for all commands: the variables of the process and, if
 * `VYPUSK_ENV_FILE` names a file, those in the file. Variables of the process take precedence over the file. The file's
 * variables become variables of the process, including `TZ` and `NODE_EXTRA_CA_CERTS`.
 * @param own settings from a command's own options
 * @throws SettingsError
 */
export function loadSettings(own: Record<string, string> = {}, env: NodeJS.ProcessEnv = process.env): Settings {
  const path = env['VYPUSK_ENV_FILE']?.trim()
  if (path) applyFile(path, env)
  return readSettings({ ...env, ...own })
}

function applyFile(path: string, env: NodeJS.ProcessEnv) {
  const { values, wrong } = parseEnvFile(readText(path))
  if (wrong.length > 0) {
    throw new SettingsError(`В файле настроек ${path} непонятна строка ${wrong[0]}: нужно ИМЯ=значение`)
  }
  const hadAuthorities = env['NODE_EXTRA_CA_CERTS']
  for (const [name, value] of Object.entries(values)) env[name] ??= value
  const authorities = env['NODE_EXTRA_CA_CERTS']
  if (authorities && !hadAuthorities) trust(authorities)
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw new SettingsError(`Файл настроек ${path} (VYPUSK_ENV_FILE) не читается: ${code}`)
  }
}

/** Node.js reads this variable before the file was loaded, so its certificates are added here. */
function trust(path: string) {
  try {
    setDefaultCACertificates([...getCACertificates('default'), readFileSync(path, 'utf8')])
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new SettingsError(`Сертификаты ${path} (NODE_EXTRA_CA_CERTS) не читаются: ${why}`)
  }
}
