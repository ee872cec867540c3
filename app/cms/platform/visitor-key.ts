import { isIPv6 } from 'node:net'

/** One key for all addresses of a visitor: IPv6 networks give a /64 to each. */
export function visitorKey(address: string): string {
  return networkKey(address, 64)
}

/**
 * The larger IPv6 networks that one sender may hold, the widest first: providers give a /48 to sites and a /56 to
 * homes. An IPv4 address has none.
 */
export function wideNetworkKeys(address: string): string[] {
  return isIPv4(address) ? [] : [networkKey(address, 48), networkKey(address, 56)]
}

/**
 * The network that shares one queue: an IPv6 /48 or an IPv4 /24, since one sender can easily hold many addresses in it.
 */
export function neighbourhoodKey(address: string): string {
  return isIPv4(address) ? `${plainIPv4(address).split('.').slice(0, 3).join('.')}.0/24` : networkKey(address, 48)
}

/** The network of this many bits around an IPv6 address. An IPv4 address, even if written as IPv6, is its own key. */
function networkKey(address: string, bits: 48 | 56 | 64) {
  if (isIPv4(address)) return plainIPv4(address)
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').split('::')
  const [start, end] = [groupsOf(head), groupsOf(tail)]
  const groups = [...start, ...Array<number>(Math.max(0, 8 - start.length - end.length)).fill(0), ...end].slice(0, 4)
  const [subnet = 0] = groups.slice(3)
  groups[3] = bits === 64 ? subnet : bits === 56 ? subnet & 0xff00 : 0
  return `${groups.map((group) => group.toString(16)).join(':')}::/${bits}`
}

function isIPv4(address: string) {
  return !isIPv6(address) || plainIPv4(address) !== address
}

function plainIPv4(address: string) {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
}

function groupsOf(part: string) {
  return part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
}
