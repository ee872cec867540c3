import { archiveLoader } from './backup.server.ts'

/** `/admin/backup/archive?ticket=`: the download that the form of the page redirects to. */
export const loader = archiveLoader
