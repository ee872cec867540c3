import { personJsonLoader } from './person-export.server.ts'

/** `/admin/privacy/person.json` */
export const loader = personJsonLoader
