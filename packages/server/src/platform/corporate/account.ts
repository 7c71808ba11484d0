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
