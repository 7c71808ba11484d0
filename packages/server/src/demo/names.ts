import type { Random } from './random.ts'

/** Splits a text into words. */
export const words = (text: string): string[] => text.trim().split(/\s+/)

const women = words(`
  Анна Мария Елена Ольга Наталья Екатерина Татьяна Ирина Светлана Юлия Дарья Алёна Виктория Полина Ксения
  Марина Людмила Вера Надежда Галина Александра Алина Софья Нина
`)
const men = words(`
  Александр Сергей Дмитрий Андрей Алексей Иван Павел Михаил Николай Владимир Артём Илья Роман Олег Константин
  Егор Виктор Юрий Максим Денис Антон Григорий Фёдор Тимур
`)
/** Men's surnames; `femaleSurname` derives the women's. */
const surnames = words(`
  Иванов Громов Петров Соколов Кузнецов Попов Лебедев Козлов Новиков Морозов Волков Соловьёв Васильев Зайцев
  Павлов Семёнов Голубев Виноградов Богданов Воробьёв Фёдоров Михайлов Беляев Тарасов Белов Комаров Орлов
  Киселёв Макаров Андреев Ковалёв Ильин Гусев Титов Кузьмин Кудрявцев Баранов Куликов Алексеев Степанов
  Яковлев Сорокин Сергеев Романов Захаров Борисов Королёв Герасимов Пономарёв Григорьев Лазарев Медведев Ершов
  Никитин Соболев Рябов Поляков Цветков Данилов Жуков Фролов Журавлёв Николаев Крылов Максимов Сидоров Осипов
  Белоусов Федотов Дорофеев Егоров Матвеев Бобров Дмитриев Калинин Анисимов Петухов Антонов Тимофеев Никифоров
  Веселов Филиппов Марков Большаков Суханов Миронов Ширяев Коновалов Шестаков Казаков Ефимов Денисов Громыко
  Шевченко Бондаренко Левицкий Вишневский Островский Раевский Чайковский Покровский Гайдай Седых Черных
`)

const femaleSurname = (surname: string): string => {
  if (surname.endsWith('ский') || surname.endsWith('цкий')) return `${surname.slice(0, -2)}ая`
  return /(ов|ев|ёв|ин)$/.test(surname) ? `${surname}а` : surname
}

/** First name and surname that agree; no pair is used twice. */
export function personNames(random: Random): () => string {
  const used = new Set(['Анна Иванова'])
  return () => {
    for (;;) {
      const surname = random.pick(surnames)
      const name = random.chance(0.55)
        ? `${random.pick(women)} ${femaleSurname(surname)}`
        : `${random.pick(men)} ${surname}`
      if (used.has(name)) continue
      used.add(name)
      return name
    }
  }
}
