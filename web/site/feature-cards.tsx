import type { ReactNode } from 'react'

export interface Feature {
  title: string
  text: string
  Drawing: () => ReactNode
}

/** `heading`: h3 below a section's heading, h2 directly below the page's. */
export function FeatureCards({
  features,
  heading: Heading,
}: {
  features: readonly Feature[]
  heading: 'h2' | 'h3'
}) {
  return (
    <ul className="features">
      {features.map(({ title, text, Drawing }) => (
        <li className="feature" key={title}>
          <Drawing />
          <Heading>{title}</Heading>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}
