/** What is said wherever two people's saves come together. @param what «релиз», «компанию» */
export const conflictTitle = (what: string): string => `Пока вы меняли ${what}, другой человек сохранил своё`
