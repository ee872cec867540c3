import { useState } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { Multiline } from '#app/ui/multiline.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { mapOrigin } from './map-origin.ts'
import './contact-map.css'

interface ContactMapProps {
  /** What the map shows. */
  place: string
  details: string
  mapEmbedLink: string
}

/**
 * Where the plant is. A drawing until the visitor asks for the map: only then does the map's host learn of the visit.
 * Without JavaScript the map opens as a page of its own.
 */
export function ContactMap({ place, details, mapEmbedLink }: ContactMapProps) {
  const isHydrated = useHydrated()
  const [isShown, setIsShown] = useState(false)
  const origin = mapOrigin(mapEmbedLink)

  return (
    <section className="map" aria-label="Map">
      {isShown ? (
        <iframe
          className="map__view"
          src={mapEmbedLink}
          title={`Map: ${place}`}
          referrerPolicy="strict-origin-when-cross-origin"
          sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        />
      ) : (
        <div className="map__view map__view--resting" />
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
              {isHydrated ? (
                <button type="button" onClick={() => setIsShown(!isShown)}>
                  {isShown ? 'Hide the map' : 'Show the map'}
                </button>
              ) : (
                <a href={mapEmbedLink}>Show the map</a>
              )}
              <small>from {new URL(origin).host}</small>
            </p>
          )}
        </div>
      </div>
    </section>
  )
}
