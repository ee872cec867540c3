import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Site } from './start-site.ts'

/** Makes every session of a person so old that the next act which needs the password asks for it. */
export async function ageSessions({ dataDir }: Site, username: string): Promise<void> {
  const folder = path.join(dataDir, 'sessions')
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    const { authenticatedAt: _authenticatedAt, ...session } = JSON.parse(await readFile(file, 'utf8')) as {
      username: string
      authenticatedAt?: string
    }
    if (session.username !== username) continue
    const createdAt = new Date(Date.now() - 11 * 60_000).toISOString()
    await writeFile(file, JSON.stringify({ ...session, createdAt }))
  }
}
