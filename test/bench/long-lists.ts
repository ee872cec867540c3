import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { stringify } from 'yaml'
import { askFor } from './answers.ts'
import type { BenchSite } from './bench-site.ts'
import { percentile, timed } from './statistics.ts'

const ROUNDS = 9

/** A gallery of few and of many pictures: the page when it is first rendered, and saving one of the pictures. */
export async function measureLongLists(site: BenchSite) {
  const rows: { items: number; page: number; save: number }[] = []
  for (const items of [100, 10_000]) {
    await writeFile(path.join(site.contentDir, 'gallery.yaml'), galleryOf(items))
    const host = await site.start()
    try {
      const token = await site.token(host.origin)
      const [pages, saves]: [number[], number[]] = [[], []]
      for (let round = 0; round < ROUNDS; round += 1) {
        saves.push(
          await timed(async () => {
            const response = await fetch(`${host.origin}/api/gallery/item-0`, {
              method: 'PUT',
              headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
              body: JSON.stringify({ title: `Round ${round}`, description: '', imageUrl: picture }),
            })
            if (!response.ok) throw new Error(`Saving answers ${response.status}: ${await response.text()}`)
            await response.arrayBuffer()
          }),
        )
        pages.push(await timed(() => askFor(`${host.origin}/gallery`)))
      }
      rows.push({ items, page: percentile(pages, 50), save: percentile(saves, 50) })
    } finally {
      await host.stop()
    }
  }
  return rows
}

const picture = 'client-1-81a1854d.svg'

/** The text of a gallery's file with so many pictures. */
export function galleryOf(count: number): string {
  const items = Array.from({ length: count }, (_, at) => ({
    _id: `item-${at}`,
    title: `Picture ${at}`,
    description: 'Sample text of a picture.',
    imageUrl: picture,
  }))
  return stringify({ title: 'Gallery', description: '', items })
}
