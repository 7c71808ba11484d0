import { scim } from '@vypusk/contract'

/** The limits of one call. Pure. */
export const { MOST_MEMBERS, MOST_OF_A_PAGE, MOST_STEPS, SCIM_PATH } = scim
