/**
 * True for the path of a public page of this site. False for a file such as `/uploads/documents/terms.pdf`, for the
 * administrator area and the API, which the script of a public page cannot show, and for any other address.
 */
export function isOwnPage(address: string): boolean {
  const [path = ''] = address.split(/[?#]/)
  return /^\/(?!\/|(?:admin|api)(?:\/|$))/.test(path) && !/\.[a-z0-9]+$/i.test(path)
}
