/** The bell's accessible name, which includes the number of unread notices. */
export const bellLabel = (unread: number): string =>
  unread > 0 ? `Уведомления, непрочитанных: ${unread}` : 'Уведомления'

const MOST_SHOWN = 99
export const badgeOf = (unread: number): string => (unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread))
