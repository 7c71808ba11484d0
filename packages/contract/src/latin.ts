/** Russian letters with their Latin transliteration; the soft and hard signs have none. */
const latin = new Map(
  (
    'а=a б=b в=v г=g д=d е=e ё=e ж=zh з=z и=i й=y к=k л=l м=m н=n о=o п=p ' +
    'р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=sch ы=y э=e ю=yu я=ya ь= ъ='
  )
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(2)] as const),
)

/**
 * Transliterates a text to Latin letters, digits and hyphens, for names of logins, folders and files.
 * @example inLatin('Учёт причалов') // 'uchet-prichalov'
 */
export const inLatin = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[а-яё]/g, (letter) => latin.get(letter) ?? letter)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
