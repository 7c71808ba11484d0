const LOADING = 'Загрузка…'
const NOT_LOADED = 'Список не загрузился. Откройте его ещё раз'

export interface ListQuery<Data = unknown> {
  data: Data
  error: unknown
  refetch: () => unknown
}

/**
 * What a field to choose from says when it has nothing to offer. That there is no such thing is said only when that is
 * known; a list that has failed to load is asked for again when the field is opened.
 * @param nothing «Такой компании нет»
 */
export const whenEmpty = ({ data, error, refetch }: ListQuery, nothing: string) => ({
  nothingFoundMessage: data !== undefined ? nothing : error ? NOT_LOADED : LOADING,
  onDropdownOpen: () => {
    if (data === undefined && error) void refetch()
  },
})
