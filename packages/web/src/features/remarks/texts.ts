import type { threads } from '@vypusk/contract'

/** «открытых 12 · ваших 3 · просрочено 2 · держат публикацию 5». */
export const countsInWords = ({ unclosed, mine, late, blocking }: threads.Counts): string =>
  [
    `открытых ${unclosed.toLocaleString('ru-RU')}`,
    mine > 0 ? `ваших ${mine}` : '',
    late > 0 ? `просрочено ${late}` : '',
    blocking > 0 ? `держат публикацию ${blocking}` : '',
  ]
    .filter(Boolean)
    .join(' · ')
