/** Every route of the product that has a screen, by name. `$name` is a parameter. */
export const paths = {
  login: '/login',
  backlog: '/',
  clientRequests: '/clientRequests',
  requestAdd: '/clientRequests/0',
  releases: '/releases',
  release: '/releases/$releaseID',
  releaseAdd: '/release/0',
  releaseEdit: '/release/$releaseID',
  agreements: '/agreements',
  agreementAdd: '/agreements/0',
  agreement: '/agreements/$agreementsId',
  publications: '/publications',
  publicationAdd: '/publication/0',
  publication: '/publication/$publicationId',
  error403: '/error403',
  error404: '/error404',
} as const
