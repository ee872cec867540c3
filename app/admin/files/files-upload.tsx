import { Form, useRevalidator } from '@remix-run/react'
import { useState } from 'react'
import { FILE_KINDS } from '#app/media/library/file-kinds.ts'
import { countOf } from '#app/editing/ui/format.ts'
import { UploadQueueStatus } from '#app/editing/files/upload-queue-status.tsx'
import { useUploadQueue } from '#app/editing/files/use-upload-queue.ts'
import { Icon } from '#app/editing/ui/icon.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

const ACCEPTED = Object.values(FILE_KINDS)
  .map(({ accept }) => accept)
  .join(',')

const ANY_KIND = {}

/** Uploads several files. With a script each goes by itself as soon as they are chosen or dropped, without one together. */
export function FilesUpload({ action }: { action: string }) {
  const isHydrated = useHydrated()
  const { revalidate } = useRevalidator()
  const [storedCount, setStoredCount] = useState(0)
  const queue = useUploadQueue(ANY_KIND, () => {
    setStoredCount((count) => count + 1)
    revalidate()
  })
  return (
    <Form className="files-upload" method="post" action={action} encType="multipart/form-data">
      <label className="files-upload__drop filebtn" htmlFor="files-upload">
        <Icon name="plus" />
        <span>
          <b>Upload files</b> <span className="files-upload__drag">or drop them here</span>
          <span className="files-upload__limits">{LIMITS}</span>
        </span>
        <input
          id="files-upload"
          type="file"
          name="files-upload"
          accept={ACCEPTED}
          multiple
          onChange={({ currentTarget: input }) => {
            setStoredCount(0)
            queue.send([...(input.files ?? [])])
            input.value = ''
          }}
        />
      </label>
      {!isHydrated && (
        <button className="btn btn--primary" name="intent" value="upload">
          Upload
        </button>
      )}
      <UploadQueueStatus id="files-upload" queue={queue} />
      <p role="status">{!queue.sending && storedCount > 0 && `${countOf(storedCount, 'file')} uploaded.`}</p>
    </Form>
  )
}

const megabytes = (kind: keyof typeof FILE_KINDS) => `${FILE_KINDS[kind].maxBytes / 1024 / 1024} MB`
const LIMITS = `Images up to ${megabytes('image')}, PDF up to ${megabytes('pdf')}, MP4 films up to ${megabytes('mp4')}, VTT captions`
