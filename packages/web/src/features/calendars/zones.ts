/** Time zones to choose from. Their names and offsets come from the browser. */

/** The zones of Russia, from west to east. */
const RUSSIAN = [
  'Europe/Kaliningrad',
  'Europe/Moscow',
  'Europe/Samara',
  'Asia/Yekaterinburg',
  'Asia/Omsk',
  'Asia/Novosibirsk',
  'Asia/Krasnoyarsk',
  'Asia/Irkutsk',
  'Asia/Yakutsk',
  'Asia/Vladivostok',
  'Asia/Magadan',
  'Asia/Kamchatka',
]

const part = (timeZone: string, timeZoneName: 'long' | 'shortOffset', at: number): string =>
  new Intl.DateTimeFormat('ru', { timeZone, timeZoneName })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** «Владивосток, стандартное время · UTC+10»; `at` decides between winter and summer time. */
export function zoneInWords(zone: string, at: number): string {
  const offset = part(zone, 'shortOffset', at).replace('GMT', 'UTC')
  const name = part(zone, 'long', at)
  return name.startsWith('GMT') ? `${zone} · ${offset}` : `${name} · ${offset}`
}

const one = (at: number) => (zone: string) => ({ value: zone, label: `${zoneInWords(zone, at)} · ${zone}` })

/** The zones to choose from, those of Russia first; `''` is the provider's zone. */
export function zoneChoices(own: string, at: number) {
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !RUSSIAN.includes(zone))
  return [
    { group: 'Не своя', items: [{ value: '', label: `Как у поставщика: ${zoneInWords(own, at)}` }] },
    { group: 'Россия', items: RUSSIAN.map(one(at)) },
    { group: 'Остальные', items: others.map(one(at)) },
  ]
}
