import * as z from 'zod'
import { decimalText } from '@vypusk/contract'
import { postgresAddress } from '../settings/address.ts'

/** Settings of the replica used for reads. */
export interface ReplicaSettings {
  url: string
  /** How long a call waits until the replica has everything that was there when the call began, in milliseconds. */
  waitMs: number
}

export const replicaVariables = {
  DATABASE_READ_URL: postgresAddress.optional(),
  DATABASE_READ_WAIT_SECONDS: decimalText(z.number().min(0.01).max(10)).default(0.2),
}

export const replicaExpected: Record<keyof typeof replicaVariables, string> = {
  DATABASE_READ_URL:
    'адрес реплики вида postgres://имя:пароль@сервер:5432/база, и только вместе с DATABASE_URL: у встроенной базы данных реплик нет',
  DATABASE_READ_WAIT_SECONDS: 'число секунд от 0.01 до 10, например 0.2',
}

interface Set {
  DATABASE_READ_WAIT_SECONDS: number
}

export const replicaOf = ({ DATABASE_READ_WAIT_SECONDS }: Set, url: string | null): ReplicaSettings | null =>
  url === null ? null : { url, waitMs: DATABASE_READ_WAIT_SECONDS * 1000 }
