import { cutTo, readable, wordsIn } from '@vypusk/contract'

/** A person as known to the corporate identity provider or directory. */
export interface CorporateAccount {
  /** Identifies the provider, e.g. `oidc https://id.example.ru`. */
  provider: string
  /** Never changes and is never reused for another person. */
  subject: string
  login: string
  name: string
  email: string | null
  /**
   * How the account here is found at the first sign-in; never by anything that people could choose themselves there.
   * `login`: by the directory's own name for them. `email`: by an address that the provider has verified, if a setting
   * trusts it. `scim`: by the directory's SCIM id.
   */
  linksBy: 'login' | 'email' | 'scim' | 'nothing'
  /** The directory's SCIM id of the person, as given by the provider. */
  externalId: string | null
  /** Null when the answer names no groups at all, not even that there are none (docs/decisions/0173). */
  groups: string[] | null
}

/** The provider or the directory is down, too slow, or gives an answer that makes no sense. */
export class CorporateDown extends Error {
  override name = 'CorporateDown'
}

/** The most characters of a login and of a name here. */
const MOST_OF_LOGIN = 100
const MOST_OF_NAME = 200

/** A value as one line in which nothing is invisible, as names entered here are; undefined if it has nothing to read. */
const lineIn = (text: string | undefined, most: number): string | undefined => {
  const line = wordsIn(readable(text ?? '').replaceAll(/\p{Cc}+|[\u2028\u2029]/gu, ' ')).trim()
  return line === '' ? undefined : cutTo(line, most)
}

/** The first of these values that has anything to read, as a login. @param last stands for a login if none has */
export const loginOf = (last: string, ...texts: (string | undefined)[]): string =>
  [...texts, last].map((text) => lineIn(text, MOST_OF_LOGIN)).find((line) => line !== undefined) ?? last

/** The same for the name of a person, which is the login if there is no other. */
export const nameOf = (login: string, ...texts: (string | undefined)[]): string =>
  texts.map((text) => lineIn(text, MOST_OF_NAME)).find((line) => line !== undefined) ?? login
