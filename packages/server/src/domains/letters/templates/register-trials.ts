import type { Template } from './wording.ts'

/** Letters about trying requests on the test environment (docs/decisions/0064). */
export const trialTemplates = {
  try_again_client: {
    id: 80,
    name: 'Проверьте ещё раз',
    about: 'Получателям клиента, когда на тестовом стенде новая сборка, а в прежней что-то не работало',
    placeholders: {
      релиз: 'название релиза',
      компания: 'компания-клиент',
      дата: 'дата и время установки',
      кто: 'кто это сделал',
      сборка: 'что стоит на тестовом стенде',
      заявки: 'что не работало',
    },
    required: ['заявки'],
    subject: 'Проверьте ещё раз: {релиз}',
    heading: 'На тестовом стенде новая сборка',
    text: '{кто} ставит на тестовый стенд сборку {сборка}. Проверьте ещё раз то, что не работало:\n\n{заявки}\n\nОтметить можно по кнопке, без входа в систему.',
    button: 'Проверить',
  },
} as const satisfies Record<string, Template>
