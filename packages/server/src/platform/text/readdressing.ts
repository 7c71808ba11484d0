/**
 * @param former addresses that the system had, without a slash at their end
 * @returns replaces them by the present one in a text, also where a path follows
 */
export function readdressing(former: readonly string[], present: string): (text: string) => string {
  if (former.length === 0) return (text) => text
  const some = former.map((address) => address.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  // What goes on with another part of a name, or with a port, is another address.
  const whole = new RegExp(String.raw`(?:${some})(?![\p{L}\d_-]|:\d|\.[\p{L}\d])`, 'gu')
  return (text) => text.replaceAll(whole, () => present)
}
