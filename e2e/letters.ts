/** The words of a letter as its reader sees them, whatever way they were sent. */
export const wordsOf = (letter: string): string =>
  letter
    .replaceAll(/base64\n\n([\w+/=\n]+)/g, (_, text: string) => Buffer.from(text, 'base64').toString())
    .replaceAll('=\n', '')
