/** Has the browser save a file of ours. Browsers save files of other sites only where those ask for it: nothing is done. */
export function saveFile(address: string) {
  if (!address.startsWith('/')) return
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
