import { Icon } from '#app/ui/icon.tsx'
import './family-index.css'

export interface FamilyLink {
  /** Fragment of the family's section. */
  id: string
  name: string
  productCount: number
}

/** The way to each family's section further down the page. */
export function FamilyIndex({ families }: { families: FamilyLink[] }) {
  return (
    <nav className="families" aria-label="Product families">
      <ul>
        {families.map(({ id, name, productCount }) => (
          <li key={id}>
            <a href={`#${id}`}>
              <span className="families__name">{name}</span>
              <span className="families__count">
                {productCount} {productCount === 1 ? 'product' : 'products'}
              </span>
              <Icon name="down" />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
