import type { IconName } from '#app/ui/icon.tsx'

interface AdminLink {
  label: string
  to: string
  icon: IconName
}

/** The sidebar: what can be edited, in the order of the home page. */
export const adminLinks: AdminLink[] = [
  { label: 'Hero Slider', to: '/admin/herocarousel', icon: 'slides' },
  { label: 'Global Expansion', to: '/admin/globalexpansion', icon: 'globe' },
  { label: 'Product Range', to: '/admin/product-range', icon: 'range' },
  { label: 'Stats', to: '/admin/stats', icon: 'stats' },
  { label: 'Power Cable', to: '/admin/power-cables', icon: 'cable' },
  { label: 'Pipe Coating', to: '/admin/pipe-coating', icon: 'pipe' },
  { label: 'Fiber Cable', to: '/admin/products', icon: 'fibre' },
  { label: 'Quality Control', to: '/admin/quality-control', icon: 'quality' },
  { label: 'Our Clients', to: '/admin/clients', icon: 'logos' },
  { label: 'News & Events', to: '/admin/news-section', icon: 'news' },
  { label: 'Investor Reports', to: '/admin/reports', icon: 'report' },
]
