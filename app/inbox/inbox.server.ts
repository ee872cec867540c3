import { env } from '#app/env.server.ts'
import { log } from '#app/log.server.ts'
import { singleton } from '#app/singleton.server.ts'
import { openInbox } from './open-inbox.server.ts'

/** The site's inbox of contact messages. */
export const inbox = singleton('inbox', () => openInbox({ dataDir: env.dataDir, mail: env.mail, log }))
