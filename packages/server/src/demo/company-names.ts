import { inLatin } from '@vypusk/contract'
import { words } from './names.ts'

/** `namecomp` as written by neighbouring systems: some contain encoded quotes, which are decoded for display only. */
const companies = [
  'АО «Северный порт»',
  'ООО «Авиасервис»',
  'ПАО &quot;Волга-Транс&quot;',
  'АО «Уральские линии»',
  'ООО «Меридиан»',
  'ООО «Полюс»',
  'АО «Балтика-Терминал»',
  'ПАО «Енисейское пароходство»',
  'ООО «Сибирь-Карго»',
  'АО «Ямал-Логистика»',
  'ПАО «Дальний Восток – Экспресс»',
  'ГУП «Водоканал»',
  "ООО &quot;Д'Артаньян Сервис&quot;",
  'АО «Невский завод»',
  'ООО «Агрохолдинг „Заря“»',
  'МУП «Городские дороги»',
  'ФГБУ «Центр лабораторных исследований»',
  'ООО «Вектор»',
  'АО «Каспийский причал»',
  'ООО «Тихая гавань»',
  'ПАО &quot;Кузбасс-Энерго&quot;',
  'ООО «Рубин»',
  'АО «Онежские верфи»',
  'ООО «СтройИнвест-Юг»',
  'ГБУ «Дирекция спортивных сооружений»',
  'ООО «Алтай-Мед»',
  'АО «Печорский речной порт»',
  'Федеральное государственное унитарное предприятие «Управление служебными зданиями и инженерной инфраструктурой' +
    ' Северо-Западного региона»',
  'ООО «Орион»',
  'ПАО «Самарские сети»',
  'ООО &quot;Торговый дом &quot;Исток&quot;&quot;',
  'АО «Хабаровский аэропорт»',
  'ООО «Пять озёр»',
  'АО «Воронежские мельницы»',
  'ООО «Кедр»',
  'ГУП «Автовокзалы»',
  'ООО «ТрансТехСервис»',
  'АО «Мурманский траловый флот»',
  'ООО «Гранит»',
  'ООО «Научно-производственное объединение „Прикладная телеметрия и автоматика“»',
]
const places = words(`
  Томск Омск Пермь Тверь Рязань Псков Курск Тамбов Чита Якутск Вологда Калуга Тула Ижевск Барнаул Магадан
  Кемерово Саратов Липецк Орёл Пенза Киров Сургут Находка Анадырь
`)
const trades = ['Логистика', 'Сервис', 'Энерго', 'Строй', 'Транс', 'Связь', 'Авиа', 'Порт', 'Агро', 'Мед']

/** The hand-written names first, then as many generated ones as needed (up to 290 in all). */
export function companyNames(count: number): string[] {
  const made = trades.flatMap((trade, row) =>
    places.map((place, index) => `${(row + index) % 3 ? 'ООО' : 'АО'} «${place}-${trade}»`),
  )
  return [...companies, ...made].slice(0, count)
}

/** A company's name for display. */
export const decode = (namecomp: string): string => namecomp.replaceAll('&quot;', '"')

/** The part of a company's name between quotes, for its folder and mail domain. */
export const shortCompany = (namecomp: string): string => {
  const name = decode(namecomp)
  return inLatin(/[«"](.+)[»"]/.exec(name)?.[1] ?? name)
    .slice(0, 40)
    .replace(/-$/, '')
}
