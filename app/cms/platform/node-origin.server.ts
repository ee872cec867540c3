import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Listens on every address of the machine. */
const ALL_ADDRESSES = new Set(['0.0.0.0', '::', '[::]'])

/**
 * Where other machines reach a process that listens on `host`: at this address, or at the first address of the machine
 * that is not its loopback, an IPv4 address if there is one.
 */
export function nodeOriginOf({ host, port }: { host: string; port: number }, interfaces = networkInterfaces()): string {
  const outside = Object.values(interfaces).flatMap((addresses = []) =>
    addresses.filter(({ internal, address }) => !internal && !address.startsWith('fe80:')),
  )
  const first = outside.find(({ family }) => family === 'IPv4') ?? outside[0]
  const address = ALL_ADDRESSES.has(host) ? (first?.address ?? '127.0.0.1') : host
  return `http://${isIPv6(address) ? `[${address}]` : address}:${port}`
}
