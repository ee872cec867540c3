import { personPageLoader } from './person-export.server.ts'

/** `/admin/privacy/person.html` */
export const loader = personPageLoader
