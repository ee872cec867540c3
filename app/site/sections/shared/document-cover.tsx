import './document-cover.css'

interface DocumentCoverProps {
  title: string
  /** Lines of text below the title, or bars of a chart. */
  drawing: 'lines' | 'bars'
}

/** The front page of a document as a drawing, for the head of the page about it. It says nothing that the page does not. */
export function DocumentCover({ title, drawing }: DocumentCoverProps) {
  return (
    <div className="cover" aria-hidden="true">
      <div className="cover__sheet">
        <p>{title}</p>
        {drawing === 'bars' ? (
          <svg viewBox="0 0 120 60">
            {BARS.map((height, index) => (
              <rect key={index} x={index * 17.5} y={60 - height} width="12" height={height} />
            ))}
          </svg>
        ) : (
          <svg viewBox="0 0 120 60">
            {LINES.map((width, index) => (
              <rect key={index} y={index * 11} width={width} height="3" />
            ))}
          </svg>
        )}
      </div>
    </div>
  )
}

const BARS = [14, 20, 19, 29, 36, 47, 60]
const LINES = [120, 108, 116, 96, 112, 58]
