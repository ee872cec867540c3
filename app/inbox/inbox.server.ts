import { env } from '#app/platform/env.server.ts'
import { log } from '#app/platform/log.server.ts'
import { singleton } from '#app/platform/singleton.server.ts'
import { openInbox } from './open-inbox.server.ts'

/** The site's inbox of contact messages. */
export const inbox = singleton('inbox', () => openInbox({ dataDir: env.dataDir, mail: env.mail, log }))
