import { affectedLoader } from './person-export.server.ts'

/** `/admin/privacy/affected.csv` */
export const loader = affectedLoader
