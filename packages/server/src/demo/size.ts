/** How many of each thing a system with a given number of requests has. */
export interface Size {
  requests: number
  companies: number
  staff: number
  clients: number
  releases: number
  registry: number
  /** How many days back the requests begin. */
  days: number
}

/** The demo of product.md, "Starting data". */
const usual: Size = {
  requests: 20_000,
  companies: 40,
  staff: 45,
  clients: 160,
  releases: 260,
  registry: 1500,
  days: 4 * 365,
}

export const usualRequests = usual.requests

/** The minimum of each: with fewer, the demo has nothing to show. */
const least = { companies: 8, staff: 12, clients: 32, releases: 30, registry: 40 }

/**
 * A provider with fifty times the requests does not have fifty times the companies or releases: everything else grows
 * more slowly than the requests.
 */
export function sizeFor(requests: number): Size {
  const scale = requests / usual.requests
  const grow = (name: keyof typeof least, power: number) =>
    Math.max(least[name], Math.round(usual[name] * scale ** power))
  return {
    requests,
    days: usual.days,
    companies: grow('companies', 0.3),
    staff: grow('staff', 0.4),
    clients: grow('clients', 0.4),
    releases: grow('releases', 0.5),
    registry: grow('registry', 0.5),
  }
}
