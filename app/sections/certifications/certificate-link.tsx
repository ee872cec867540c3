import { formatDay, formatFileSize } from '#app/media/documents/document-row-format.ts'
import { useDocumentInfo } from '#app/media/documents/document-row-info.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Picture } from '#app/media/pictures/picture.tsx'
import type { Certificate } from './certifications.ts'

/** The first page of a certificate, its title, size and date. A click saves the PDF; one of another site is opened. */
export function CertificateLink({ certificate: { title, image, imageAlt, fileUrl } }: { certificate: Certificate }) {
  const info = useDocumentInfo(fileUrl)
  const isOurs = fileUrl.startsWith('/')
  return (
    <a
      className="certificate"
      href={fileUrl}
      {...(isOurs ? { download: true } : { target: '_blank', rel: 'noopener' })}
    >
      <span className="certificate__sheet">
        {image === '' ? (
          <span aria-hidden="true">PDF</span>
        ) : (
          <Picture file={image} alt={imageAlt} sizes="(min-width: 64rem) 24rem, (min-width: 36rem) 45vw, 90vw" />
        )}
      </span>{' '}
      <span className="certificate__title">{title}</span>{' '}
      <span className="certificate__meta">
        PDF{isOurs ? info && `, ${formatFileSize(info.bytes)}` : ', External'}
        {info && (
          <>
            , <time dateTime={info.date}>{formatDay(info.date)}</time>
          </>
        )}
      </span>{' '}
      <span className="certificate__action">
        {isOurs ? 'Download' : 'Open'} <Icon name={isOurs ? 'download' : 'out'} />
      </span>
    </a>
  )
}
