import { adminAction } from '#app/cms/guard.server.ts'
import { stagedReceiver } from '#app/cms/media/uploads/receive-form.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { storeOneFile } from './store-one-file.server.ts'

/** `/admin/files/stage`: stores one file for the field of a form. It is not public yet. See {@link storeOneFile}. */
export const action = adminAction('editor', (asked) =>
  storeOneFile(asked, (field, kind) => stagedReceiver(currentSite().media, field, kind)),
)
