import { notices } from '@vypusk/contract'

type Channels = Omit<notices.Setting, 'kind'>

/** The names of the kinds on the settings screen. */
export const TITLES: Record<notices.Kind, string> = {
  mention: 'Вас упомянули в комментарии',
  approval: 'Дата ждёт вашего согласования',
  answer: 'Ответы на согласования',
  remark: 'Замечания к согласованиям',
  offer: 'Предложения другой даты',
  moved: 'Переносы релизов и дат установки',
  comment: 'Комментарии в реестре',
  talk: 'Переписка по заявкам',
  publication: 'Публикации релизов',
  delivery: 'Письма и файлы, которые не дошли',
  system: 'Резервные копии: не сделаны или устарели',
  changed: 'Остальные изменения в том, за чем вы следите',
}

/**
 * The default channels. Everything goes to the screen, what waits for somebody to the daily letter, and what names a
 * person or cannot wait is sent by letter at once.
 */
const USUAL: Record<notices.Kind, Channels> = {
  mention: { screen: true, letter: true, digest: false },
  approval: { screen: true, letter: false, digest: true },
  answer: { screen: true, letter: false, digest: false },
  remark: { screen: true, letter: false, digest: true },
  offer: { screen: true, letter: false, digest: true },
  moved: { screen: true, letter: false, digest: true },
  comment: { screen: true, letter: false, digest: true },
  talk: { screen: true, letter: true, digest: false },
  publication: { screen: true, letter: false, digest: false },
  delivery: { screen: true, letter: false, digest: true },
  system: { screen: true, letter: true, digest: false },
  changed: { screen: true, letter: false, digest: false },
}

/** The time of the daily letter until a person chooses another: the beginning of an office day. */
export const USUAL_DIGEST_TIME = '09:00'

/** A person's channels for a kind: as chosen, otherwise the defaults. */
export function channelsOf(own: notices.Setting[], kind: notices.Kind): Channels {
  return own.find((setting) => setting.kind === kind) ?? USUAL[kind]
}

/** Every kind with the person's channels. */
export const settingsOver = (own: notices.Setting[]): notices.Setting[] =>
  notices.kinds.map((kind) => {
    const { screen, letter, digest } = channelsOf(own, kind)
    return { kind, screen, letter, digest }
  })
