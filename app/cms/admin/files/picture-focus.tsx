import type { MetaFunction } from '@remix-run/node'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { PlainField } from '#app/cms/editing/fields/plain-field.tsx'
import { StoredFilesProvider, Thumbnail } from '#app/cms/editing/files/stored-files.tsx'
import { BackLink, PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { FOCUS_LABELS, FOCUS_POSITIONS } from '#app/cms/media/focus/focus-positions.ts'
import { FILES_PAGE, focusHref } from './files-address.ts'
import { focusIntents } from './files-intents.ts'
import { focusAction, focusLoader } from './picture-focus.server.ts'
import './picture-focus.css'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = focusLoader
export const action = focusAction

export const meta: MetaFunction = () => adminMeta('Focus point')

/** Shapes into which pages crop a picture, and what they are like. */
const CROPS = { wide: 'Wide, as a banner', card: 'As a card', tall: 'Tall, on a phone' }

/** Where a picture may be cropped: nine radio buttons that lie on the picture, and the crops that follow. Below them, what visitors read on it. */
export default function PictureFocus() {
  const { image, said, mayPublish, all } = useLoaderData<typeof loader>()
  const { place = '', note = '' } = said ?? {}
  // The crops follow the chosen button, also without a script. They must not follow the saved point.
  const picture = { ...image, focus: undefined }
  const isTall = image.width < image.height * 1.3
  return (
    <StoredFilesProvider images={[picture]}>
      <BackLink to={FILES_PAGE}>Files</BackLink>
      <PageHead title="Focus point">{image.file}</PageHead>
      <Form className="focus-form" method="post" action={focusHref(image.file)} key={`${image.file} ${place} ${note}`}>
        <fieldset className="focus-choice">
          <legend>Choose the part of the picture that has to stay visible when it is cropped</legend>
          <div className={isTall ? 'focus-picture focus-picture--tall' : 'focus-picture'}>
            {/* Takes the space of the picture until it is there. */}
            <svg className="focus-picture__space" viewBox={`0 0 ${image.width} ${image.height}`} aria-hidden="true" />
            <Thumbnail className="focus-picture__image" file={image.file} width="(min-width: 60rem) 560px, 100vw" />
            <div className="focus-picture__positions">
              {FOCUS_POSITIONS.map((one) => (
                <label key={one}>
                  <input type="radio" name="place" value={one} defaultChecked={one === said?.place} />
                  <span>{FOCUS_LABELS[one]}</span>
                </label>
              ))}
            </div>
          </div>
          <label className="focus-choice__none">
            <input type="radio" name="place" value="" defaultChecked={place === ''} />
            No focus point: each page crops the picture in its own way
          </label>
        </fieldset>
        <div className="focus-crops" aria-hidden="true">
          <p>What pages may show of it</p>
          {Object.entries(CROPS).map(([shape, name]) => (
            <figure key={shape}>
              <Thumbnail className={`focus-crop focus-crop--${shape}`} file={image.file} width={640} />
              <figcaption>{name}</figcaption>
            </figure>
          ))}
        </div>
        <PlainField
          id="note"
          label="Note on the picture"
          help="Visitors read it on the picture, such as: Computer image"
        >
          {(described) => <input id="note" name="note" maxLength={60} defaultValue={note} {...described} />}
        </PlainField>
        <div className="focus-form__act">
          <button className="btn btn--primary" name="intent" value={focusIntents.save}>
            {mayPublish ? 'Update' : 'Save draft'}
          </button>
          <p className="field__help">
            It holds for this picture on every page. <Link to={all}>All focus points</Link>
          </p>
        </div>
      </Form>
    </StoredFilesProvider>
  )
}
