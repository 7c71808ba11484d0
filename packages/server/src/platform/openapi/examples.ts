/** Example bodies for calls that programs typically start with; a test checks them against their schemas. */
export const EXAMPLES: Record<string, unknown> = {
  'auth.login': { login: 'manager', password: 'demo' },
  'tokens.create': { name: 'Выгрузка в 1С', scope: 'read', days: 90 },
  'requests.createRequest': {
    company: { idcomp: 3 },
    module: { idmod: 12 },
    type: 1,
    urgency: 2,
    e_title: 'Не печатается акт за март',
    text: 'Печать → Акт: пустая страница',
  },
  'requests.backlogSummary': { search_string: 'акт', page: 1, per_page: 100, order_by: 'id', isDesc: true },
  'requests.saveBacklog': { request_id: 1042, planned_time: 240, version: 3 },
  'webhooks.create': { url: 'https://erp.example.ru/hooks/vypusk', kinds: ['request.changed'] },
}
