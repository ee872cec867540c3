import { fileListLoader } from './file-list.server.ts'

/** `/admin/files/list?kind=image&q=plant&page=2`: one page of the uploaded files as JSON, for pickers. */
export const loader = fileListLoader
