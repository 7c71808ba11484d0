/** A request was changed (brief, section 8, "Notifications"). */
export const REQUEST_SAVED = 'Заявка успешно обновлена'
