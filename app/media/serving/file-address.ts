/** Folder of the uploads whose files have the address `/policies/{file}`. */
const POLICIES = 'policies/'

/** Address of a file, given its path below the uploads folder: `/uploads/reports/x.pdf`, `/policies/x.pdf`. */
export function addressOf(file: string) {
  return file.startsWith(POLICIES) ? `/${file}` : `/uploads/${file}`
}

/** Path below the uploads folder of the file that an address means; undefined for an address that is none of a file. */
export function fileAt(address: string): string | undefined {
  if (address.startsWith(`/${POLICIES}`)) return address.slice(1)
  return address.startsWith('/uploads/') ? address.slice('/uploads/'.length) : undefined
}
