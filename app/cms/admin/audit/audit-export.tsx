import { auditExportLoader } from './audit.server.ts'

/** `/admin/audit/events.csv` */
export const loader = auditExportLoader
