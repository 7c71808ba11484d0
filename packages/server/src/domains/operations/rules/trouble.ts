interface StoreError {
  name?: string
  message?: string
  code?: string | undefined
  status?: number
}

const BY_CODE: Record<string, string> = {
  EACCES: 'Папка файлов закрыта для записи: проверьте права на DATA_DIR',
  EPERM: 'Папка файлов закрыта для записи: проверьте права на DATA_DIR',
  EROFS: 'Диск с папкой файлов открыт только для чтения',
  ENOSPC: 'На диске с папкой файлов нет места',
  EDQUOT: 'На диске с папкой файлов нет места',
  ENOTDIR: 'На месте папки файлов в DATA_DIR стоит файл',
}

const BY_STATUS: Record<number, string> = {
  401: 'Хранилище не приняло ключ и секрет из S3_URL',
  403: 'Хранилище не приняло ключ и секрет из S3_URL',
  404: 'В хранилище нет корзины, указанной в S3_URL',
  507: 'В хранилище нет места',
}

/** Why a file could not be kept, for the person who has to do something about it. */
export function storeTrouble({ name = '', code = '', status }: StoreError): string {
  if (name === 'Changed') return 'Хранилище вернуло не то, что в него записали'
  const said = status === undefined ? BY_CODE[code] : (BY_STATUS[status] ?? `Хранилище ответило кодом ${status}`)
  return said ?? (name === 'S3NetworkError' ? 'Хранилище недоступно' : 'Файл не удалось записать и прочитать')
}

/** Text without any of these words: what another side says may quote what it was told. */
export const without = (text: string, secrets: string[]): string =>
  secrets.filter((secret) => secret !== '').reduce((left, secret) => left.replaceAll(secret, '•••'), text)
