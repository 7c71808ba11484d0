/** Keys of a Russian keyboard and the Latin letters that stand on them. */
const RUSSIAN = 'ёйцукенгшщзхъфывапролджэячсмитьбю'
const LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."

/** «пароль» typed without switching the keyboard: the list has only what Latin letters make. */
const typedInLatin = (text: string) => text.replace(/[а-яё]/g, (letter) => LATIN[RUSSIAN.indexOf(letter)] ?? letter)

let list: Promise<ReadonlySet<string>> | undefined

/** 49 000 words and 22 MB: loaded by the first process that needs them, when it does. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map(String))
}

/** Whether the password stands among those that are tried first, in either alphabet of the keyboard. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const known = await (list ??= load())
  const lower = password.toLowerCase()
  return known.has(lower) || known.has(typedInLatin(lower))
}
