import { bindLastWords } from '#app/ui/bind-last-words.ts'
import { Picture } from '#app/media/pictures/picture.tsx'
import type { Standard } from './certifications.ts'
import './standards-section.css'

/** The standards, one a row: badge, name, what it asks, what it holds for. */
export function StandardsSection({ standards }: { standards: Standard[] }) {
  if (standards.length === 0) return null
  return (
    <div className="section">
      <ul className="wrap standards">
        {standards.map(({ _id, name, subject, badge, badgeAlt, meaning, covers }) => (
          <li key={_id} className="standard">
            <Picture className="standard__badge" file={badge} alt={badgeAlt} sizes="176px" width={176} height={176} />
            <div className="standard__name">
              <h2>{name}</h2>
              <p>{subject}</p>
            </div>
            <dl className="standard__facts">
              <div>
                <dt>What it asks</dt>
                <dd>{bindLastWords(meaning)}</dd>
              </div>
              <div>
                <dt>What it covers</dt>
                <dd>{bindLastWords(covers)}</dd>
              </div>
            </dl>
          </li>
        ))}
      </ul>
    </div>
  )
}
