/** `_id` for a new entry: 128 random bits. Browsers make UUIDs in secure contexts only. */
export function newEntryId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
