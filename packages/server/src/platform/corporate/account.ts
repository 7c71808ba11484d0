/** A person as the company's own identity provider or directory knows them. */
export interface CorporateAccount {
  /** Which provider says so, e.g. `oidc https://id.example.ru`. */
  provider: string
  /** Never changes and is never given to another person. */
  subject: string
  login: string
  name: string
  email: string | null
  /**
   * What says which account here is meant at the first sign-in; nothing that the person could choose there. `login`:
   * the directory's own name for them. `email`: an address the provider vouches for, where a setting trusts it. `scim`:
   * what the directory calls them by SCIM.
   */
  linksBy: 'login' | 'email' | 'scim' | 'nothing'
  /** What the directory calls the person by SCIM, as the provider says it. */
  externalId: string | null
  groups: string[]
}

/** The provider or the directory is down, too slow, or answers what makes no sense. */
export class CorporateDown extends Error {
  override name = 'CorporateDown'
}
