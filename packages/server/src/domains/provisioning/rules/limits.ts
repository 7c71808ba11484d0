import { scim } from '@vypusk/contract'

/** What one call may ask for. Pure. */
export const { MOST_MEMBERS, MOST_OF_A_PAGE, MOST_STEPS, SCIM_PATH } = scim
