import { Form, Link, useNavigation } from '@remix-run/react'
import { DeleteButton } from '#app/editing/ui/confirm-step.tsx'
import { PageDialog } from '#app/editing/ui/page-dialog.tsx'
import { Thumbnail } from '#app/editing/files/thumbnail.tsx'
import { filesHref, type FilesView } from './files-address.ts'
import type { ShownFile } from './files.server.ts'

const FORM_ID = 'delete-file'

/** Asks whether to delete a file: a dialog over the list, or a page of its own without a script. */
export function FileDelete({ file: { file, kind, uses }, view }: { file: ShownFile; view: FilesView }) {
  const isDeleting = useNavigation().formAction !== undefined
  const closeTo = filesHref(view)
  const isUsed = uses.length > 0
  return (
    <PageDialog title="Delete file" closeTo={closeTo}>
      <div className="dialog__body">
        {kind === 'image' && <Thumbnail className="files-card__image" file={file} width={240} />}
        <p>{isUsed ? 'This file cannot be deleted while it is used.' : 'Are you sure you want to delete this file?'}</p>
        <p>
          <b>{file}</b>
        </p>
        {isUsed ? (
          <p>Used in {uses.map(({ label }) => label).join(', ')}.</p>
        ) : (
          <p>
            It can be brought back for 30 days. An earlier version of a section that shows it gets it back by itself
            when it is restored in that time.
          </p>
        )}
      </div>
      <footer className="dialog__foot">
        <span className="grow" />
        <Link className="btn" to={closeTo} preventScrollReset>
          Cancel
        </Link>
        {!isUsed && <DeleteButton form={FORM_ID} label="Delete" />}
      </footer>
      <Form
        id={FORM_ID}
        method="post"
        action={filesHref({ ...view, deleting: file })}
        preventScrollReset
        hidden
        onSubmit={(event) => {
          // A second click would meet a file that is gone.
          if (isDeleting) event.preventDefault()
        }}
      />
    </PageDialog>
  )
}
