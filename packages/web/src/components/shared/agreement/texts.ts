/** What a company reads where its release was closed without being handed over to it. */
export const CALLED_OFF_FOR_CLIENT =
  'Релиз закрыт, устанавливать его не будут: отвечать не нужно. Если его вернут в работу, придёт письмо.'
