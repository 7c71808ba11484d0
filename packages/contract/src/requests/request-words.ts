/** Values of a request that people know by a word. */

/** Labels of urgencies 1–4 (brief, section 9). */
export const urgencyLabels = { 1: 'Обычный', 2: 'Повышенный', 3: 'Высокий', 4: 'Критично' } as const
export const paidLabels = { true: 'Платная', false: 'Бесплатная' } as const
export const paidInWords = (isPaid: boolean): string => paidLabels[`${isPaid}`]
