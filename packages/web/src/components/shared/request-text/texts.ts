/** The message after saving a request (brief, section 8, "Notifications"). */
export const REQUEST_SAVED = 'Заявка успешно обновлена'
