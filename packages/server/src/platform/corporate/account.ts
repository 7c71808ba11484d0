/** A person as the company's own identity provider or directory knows them. */
export interface CorporateAccount {
  /** Which provider says so, e.g. `oidc https://id.example.ru`. */
  provider: string
  /** Never changes and is never given to another person. */
  subject: string
  login: string
  name: string
  email: string | null
  /** The provider vouches for the address. */
  isEmailVerified: boolean
  groups: string[]
}

/** The provider or the directory is down, too slow, or answers what makes no sense. */
export class CorporateDown extends Error {
  override name = 'CorporateDown'
}
