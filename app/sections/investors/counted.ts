/** `1 document`, `5 documents`, and `None yet` for none. */
export function counted(count: number, singular: string, plural = `${singular}s`) {
  if (count === 0) return 'None yet'
  return `${count} ${count === 1 ? singular : plural}`
}
