import { data, redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { findPage } from '#app/cms/define/collection-pages.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { Prose } from '#app/cms/ui/prose.tsx'
import { renderMarkdown } from '#app/cms/ui/render-markdown.ts'
import { recipes } from '../recipes/recipes.ts'
import '../look.css'

const STATUS = { gone: 410, unreadable: 503, unknown: 404 }
const WORDS = {
  gone: 'This recipe was removed.',
  unreadable: 'This recipe cannot be shown at the moment.',
  unknown: 'There is no such recipe.',
}

/** The page of one recipe. */
export function loader({ params }: LoaderFunctionArgs) {
  const found = findPage(currentSite(), recipes, params['address'] ?? '')
  if (found.state === 'moved') throw redirect(found.to, 308)
  if (found.state !== 'shown') return data({ state: found.state, recipe: undefined }, { status: STATUS[found.state] })
  const { title, minutes, isVegan, body } = found.entry.value
  const { isListed } = found.entry
  return data({
    state: found.state,
    recipe: { title, minutes, isVegan, html: renderMarkdown(body, currentSite()), isListed },
  })
}

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: loaded?.recipe?.title ?? 'No recipe' },
  ...(loaded?.recipe?.isListed === false ? [{ name: 'robots', content: 'noindex' }] : []),
]

export default function RecipePage() {
  const { recipe, state } = useLoaderData<typeof loader>()
  if (!recipe)
    return (
      <main className="shop">
        <h1>{WORDS[state]}</h1>
        <a href="/">To the shop</a>
      </main>
    )
  return (
    <main className="shop">
      <h1>{recipe.title}</h1>
      <p>
        {recipe.minutes} minutes{recipe.isVegan && ', vegan'}
      </p>
      <Prose html={recipe.html} />
    </main>
  )
}
