/** `1 document`, `5 documents`, and `Empty` for none. */
export function counted(count: number, singular: string, plural = `${singular}s`) {
  if (count === 0) return 'Empty'
  return `${count} ${count === 1 ? singular : plural}`
}
