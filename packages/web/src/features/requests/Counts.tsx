import { Button } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import type { BodyInput, requests } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { exactCountsQuery } from './api.ts'
import type { ListEndpoint } from './api.ts'
import { countsInWords, foundSoFar } from './texts.ts'

interface CountsProps {
  endpoint: ListEndpoint
  query: BodyInput<ListEndpoint>
  page: Pick<requests.RequestPage, 'counts' | 'more' | 'among'>
  /** Searches all requests again, when that has failed and the page contains only the latest ones. */
  onRest: (() => void) | undefined
}

const Small = (props: Pick<ButtonProps, 'loading' | 'children'> & { onClick: () => void }) => (
  <Button variant="subtle" size="compact-xs" ml={6} {...props} />
)

/** The counts of the filtered set. A very large set is counted completely only on request. */
export function Counts({ endpoint, query, page, onRest }: CountsProps) {
  const exact = exactCountsQuery(endpoint, query)
  const set = JSON.stringify(exact.queryKey)
  const [wanted, setWanted] = useState('')
  const isCounted = page.more && page.among === null
  const { data, isFetching } = useQuery({ ...exact, enabled: isCounted && wanted === set })
  if (page.among !== null) {
    return (
      <>
        {foundSoFar(page.counts.total, page.among, onRest !== undefined)}
        {onRest && <Small onClick={onRest}>Повторить</Small>}
      </>
    )
  }
  if (isCounted && data) return countsInWords(data, false)
  return (
    <>
      {countsInWords(page.counts, page.more)}
      {isCounted && (
        <Small loading={isFetching} onClick={() => setWanted(set)}>
          Посчитать все
        </Small>
      )}
    </>
  )
}
