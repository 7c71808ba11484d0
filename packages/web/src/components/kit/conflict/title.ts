/**
 * The title shown wherever two people's saves conflict.
 * @param what «релиз», «компанию»
 */
export const conflictTitle = (what: string): string => `Пока вы меняли ${what}, другой человек сохранил своё`
