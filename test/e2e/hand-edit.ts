import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'
import type { Site } from './start-site.ts'

/**
 * Changes a content file of a running site by hand, calls `use` once the page at `address` is another one, and writes
 * the file as it was, for the tests that come after.
 */
export async function withHandEdit(
  site: Site,
  { file, address, edit }: { file: string; address: string; edit: (text: string) => string },
  use: () => Promise<void>,
): Promise<void> {
  const name = path.join(site.contentDir, file)
  const before = await readFile(name, 'utf8')
  const edited = edit(before)
  expect(edited, `${file} after the edit`).not.toBe(before)
  const tag = async () => (await fetch(site.origin + address)).headers.get('etag')
  const write = async (text: string) => {
    const seen = await tag()
    await writeFile(name, text)
    // The site notices the change after a moment.
    await expect.poll(tag, `the page at ${address} follows ${file}`).not.toBe(seen)
  }
  await write(edited)
  await use()
  // Not after a failure: the tests that follow it get another site.
  await write(before)
}
