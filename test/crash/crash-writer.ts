import { writeSync } from 'node:fs'
import path from 'node:path'
import { openContentStore } from '#app/content/store/store.server.ts'
import { openDiskStorage } from '#app/storage/disk-storage.server.ts'
import { summariseEdit } from '#app/sections/schema-labels.ts'
import { notice, silentHealth, silentLog } from '../temporary-content.ts'

/**
 * Saves as fast as it can until it is killed, and prints the number of each acknowledged save. Several saves are under
 * way at once. Arguments: content folder, data folder.
 */
const [contentDir = '', dataDir = ''] = process.argv.slice(2)
const uploadsDir = path.join(dataDir, '../uploads')
const storage = openDiskStorage({ contentDir, uploadsDir, dataDir, log: silentLog, health: silentHealth })
const store = openContentStore({
  storage,
  sections: [notice],
  summarise: summariseEdit,
  log: silentLog,
  health: silentHealth,
})
const padding = 'x'.repeat(150)

async function saveForEver() {
  for (;;) {
    const { value } = await store.update(notice, {
      author: 'crash test',
      reason: 'Counted',
      change: ({ visits, title, items }) => ({
        title,
        visits: visits + 1,
        // The list says the count as well, in a file of some 8 kB: a torn or mixed file cannot agree with itself.
        items: Array.from({ length: 40 }, (_, n) => ({
          _id: items[n]?._id ?? `i${n}`,
          text: `${visits + 1} ${padding}`,
        })),
      }),
    })
    // Not through the stream of process.stdout, which a kill could leave unwritten.
    writeSync(1, `${value.visits}\n`)
  }
}

await Promise.all([saveForEver(), saveForEver(), saveForEver()])
