import { formatDay, formatFileSize } from '#app/media/documents/document-row-format.ts'
import { useDocumentInfo } from '#app/media/documents/document-row-info.tsx'
import { Fold } from '#app/ui/fold.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { counted } from './counted.ts'
import { NothingPublished } from './document-list.tsx'
import type { Governance } from './governance.ts'

export function GovernanceFold({ governance }: { governance: Governance | undefined }) {
  if (!governance) return null
  const { policies } = governance
  return (
    <Fold id="governance" title="Governance" meta={counted(policies.length, 'policy', 'policies')}>
      {policies.length === 0 ? (
        <NothingPublished />
      ) : (
        <ol className="policies">
          {policies.map((policy, index) => (
            <PolicyRow key={policy._id} {...policy} number={index + 1} />
          ))}
        </ol>
      )}
    </Fold>
  )
}

function PolicyRow({ number, title, fileUrl }: { number: number; title: string; fileUrl: string }) {
  const info = useDocumentInfo(fileUrl)
  return (
    <li>
      <a href={fileUrl} download>
        <span className="policies__number">{number}</span> <span className="policies__title">{title}</span>{' '}
        <span className="policies__meta">
          PDF
          {info && (
            <>
              , {formatFileSize(info.bytes)}, <time dateTime={info.date}>{formatDay(info.date)}</time>
            </>
          )}
        </span>{' '}
        <Icon name="download" />
        <span className="vh">Download</span>
      </a>
    </li>
  )
}
