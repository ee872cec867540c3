import { bindLastWords } from '#app/ui/bind-last-words.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { Service } from './services.ts'
import './service-start.css'

/** How to begin: what an enquiry should hold, and from what quantity it makes sense. */
export function ServiceStart({ service: { send, lots, lotsNote } }: { service: Service }) {
  if (send.length === 0 && lots.length === 0) return null
  return (
    <div className="service__row service-start">
      {send.length > 0 && (
        <div>
          <h3>What to send us</h3>
          <ul className="service-send">
            {send.map((entry, index) => (
              <li key={index}>
                <Icon name="check" /> <span>{bindLastWords(entry)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {lots.length > 0 && (
        <div>
          <h3>Minimum lots</h3>
          <dl className="service-lots">
            {lots.map(({ name, value }, index) => (
              <div key={index}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {lotsNote !== '' && <p className="service-lots__note">{bindLastWords(lotsNote)}</p>}
        </div>
      )}
    </div>
  )
}
