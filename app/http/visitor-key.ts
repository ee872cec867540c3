import { isIPv6 } from 'node:net'

/** One key for all addresses a visitor can pick from: IPv6 networks hand out a /64 to each. */
export function visitorKey(address: string): string {
  return isIPv6(address) ? networkOf(address) : address
}

/** The first four groups of an IPv6 address; an IPv4 address written as IPv6 is itself. */
function networkOf(address: string) {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').split('::')
  const [start, end] = [groupsOf(head), groupsOf(tail)]
  const groups = [...start, ...Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0'), ...end]
  return `${groups.slice(0, 4).join(':')}::/64`
}

function groupsOf(part: string) {
  if (part === '') return []
  return part.split(':').map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
}
