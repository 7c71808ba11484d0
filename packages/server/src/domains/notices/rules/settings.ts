import { notices } from '@vypusk/contract'

type Channels = Omit<notices.Setting, 'kind'>

/** What the settings screen calls each kind. */
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

/** On the screen everything; by the daily letter what waits for somebody; at once what calls a person by name or cannot wait. */
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

/** When the daily letter comes until a person says otherwise: the beginning of an office day. */
export const USUAL_DIGEST_TIME = '09:00'

/** How a person is told of a kind: as they chose, else as usual. */
export function channelsOf(own: notices.Setting[], kind: notices.Kind): Channels {
  return own.find((setting) => setting.kind === kind) ?? USUAL[kind]
}

/** Every kind with the person's channels. */
export const settingsOver = (own: notices.Setting[]): notices.Setting[] =>
  notices.kinds.map((kind) => {
    const { screen, letter, digest } = channelsOf(own, kind)
    return { kind, screen, letter, digest }
  })
