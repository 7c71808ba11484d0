/** Decides when somebody's daily letter is due. Moments are ISO 8601. */

/**
 * The last moment at which the daily letter was due: a letter that was not made in time, because its time is just
 * before midnight or the product was down, is made later.
 * @param digest_time `HH:mm` by the installation's clock
 */
export function lastDue(now: Date, digest_time: string): string {
  const [hour = 0, minute = 0] = digest_time.split(':').map(Number)
  const due = new Date(now)
  due.setHours(hour, minute, 0, 0)
  if (due > now) due.setDate(due.getDate() - 1)
  return due.toISOString()
}
