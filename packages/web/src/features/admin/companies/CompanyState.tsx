import { adminCompanies } from '@vypusk/contract'
import { Tag } from '../../../ui/Tag.tsx'

/** Whether the company is active or hidden, in a word. */
export const CompanyState = ({ is_hidden }: Pick<adminCompanies.CompanyRow, 'is_hidden'>) => (
  <Tag tone={is_hidden ? 'grey' : 'green'}>{adminCompanies.stateNames[is_hidden ? 'hidden' : 'active']}</Tag>
)
