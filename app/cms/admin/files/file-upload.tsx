import { adminAction } from '#app/cms/guard.server.ts'
import { uploadReceiver } from '#app/cms/media/uploads/receive-form.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { storeOneFile } from './store-one-file.server.ts'

/** `/admin/files/upload`: stores one file, which is public at once. See {@link storeOneFile}. */
export const action = adminAction('publisher', (asked) =>
  storeOneFile(asked, (field, kind) => uploadReceiver(currentSite().media, field, kind)),
)
