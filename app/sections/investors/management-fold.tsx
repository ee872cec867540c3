import { bindLastWords } from '#app/ui/bind-last-words.ts'
import { DocumentRow } from '#app/sections/shared/document-row.tsx'
import { Fold } from '#app/ui/fold.tsx'
import { Picture } from '#app/media/pictures/picture.tsx'
import { counted } from './counted.ts'
import type { Management } from './management.ts'

export function ManagementFold({ management }: { management: Management | undefined }) {
  if (!management) return null
  const { directors, committees } = management
  return (
    <Fold id="management" title="Management" meta={counted(directors.length, 'director')}>
      <ul className="board">
        {directors.map(({ _id, name, title, image }) => (
          <li key={_id}>
            <Picture file={image} alt="" sizes="4.5rem" />
            <div>
              <h3>{name}</h3>
              <p>{bindLastWords(title)}</p>
            </div>
          </li>
        ))}
      </ul>
      <ul className="docs">
        <DocumentRow href={committees.fileUrl} title={committees.title} />
      </ul>
    </Fold>
  )
}
