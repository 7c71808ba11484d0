/** Keys of a Russian keyboard and the Latin letters on the same keys. */
const RUSSIAN = 'ёйцукенгшщзхъфывапролджэячсмитьбю'
const LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."

/** What typing «пароль» gives when the keyboard is not switched: the list contains only Latin words. */
const typedInLatin = (text: string) => text.replace(/[а-яё]/g, (letter) => LATIN[RUSSIAN.indexOf(letter)] ?? letter)

let list: Promise<ReadonlySet<string>> | undefined

/** 49 000 words taking 22 MB, loaded only when a process first needs them. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map(String))
}

/** Whether the password is on the list of those that are tried first, typed in either keyboard layout. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const known = await (list ??= load())
  const lower = password.toLowerCase()
  return known.has(lower) || known.has(typedInLatin(lower))
}
