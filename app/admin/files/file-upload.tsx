import { fileUploadAction } from './file-upload.server.ts'

/** `/admin/files/upload`: one file of a form, sent by script while the form is still being filled in. */
export const action = fileUploadAction
