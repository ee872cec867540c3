/**
 * True for the path of a page of this site; false for a file such as `/policies/code-of-conduct.pdf` and any other
 * address.
 */
export function isOwnPage(address: string): boolean {
  const [path = ''] = address.split(/[?#]/)
  return path.startsWith('/') && !path.startsWith('//') && !/\.[a-z0-9]+$/i.test(path)
}
