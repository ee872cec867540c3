import { erasuresLoader } from './backup.server.ts'

/** `/admin/backup/erasures.json` */
export const loader = erasuresLoader
