import { Icon } from '#app/ui/icon.tsx'
import { Multiline } from '#app/ui/multiline.tsx'
import { mapOrigin } from './map-origin.ts'
import './contact-map.css'

interface ContactMapProps {
  /** What the map shows. */
  place: string
  details: string
  mapEmbedLink: string
}

/** Where the plant is: the map, and beside it the place. The browser fetches the map when the visitor comes near it. */
export function ContactMap({ place, details, mapEmbedLink }: ContactMapProps) {
  const origin = mapOrigin(mapEmbedLink)

  return (
    <section className="map" aria-label="Map">
      {origin !== undefined && (
        <iframe
          className="map__view"
          src={mapEmbedLink}
          title={`Map: ${place}`}
          loading="lazy"
          referrerPolicy="strict-origin-when-cross-origin"
          sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        />
      )}
      <div className="map__card">
        <Icon name="pin" />
        <div>
          <p className="map__place">{place}</p>
          {details !== '' && (
            <p>
              <Multiline text={details} />
            </p>
          )}
          {origin !== undefined && (
            <p className="map__open">
              <a href={mapEmbedLink} target="_blank" rel="noopener">
                Open the map in a new tab
              </a>
              <small>from {new URL(origin).host}</small>
            </p>
          )}
        </div>
      </div>
    </section>
  )
}
