const quotes = [
  {
    text: 'I used to send three emails to find one hour. Now I send one link, and it’s booked by the next morning.',
    name: 'Priya Raman',
    work: 'Career coach',
    hairBehind: 'M21 54V29c0-21 30-21 30 0v25z',
    hairBefore: 'M24 30c7-1 14-4 17-10 2 5 4 8 7 10 2-18-26-18-24 0z',
  },
  {
    text: 'The answers to my questions are right there in the calendar entry. I read them on the train and show up prepared.',
    name: 'Tomas Ekberg',
    work: 'Runs a design studio',
    hairBehind: '',
    hairBefore: 'M23 30c-4-19 30-19 26 0-2-2-3-5-4-8-6 3-12 3-18 1-1 2-2 5-4 7z',
  },
]

/** Sample content, clearly marked as such. */
export function Testimonials() {
  return (
    <section className="band" aria-labelledby="testimonials">
      <h2 id="testimonials">What people could say</h2>
      <p className="lead">These are sample quotes from made-up people.</p>
      <ul className="quotes">
        {quotes.map(({ text, name, work, hairBehind, hairBefore }) => (
          <li key={name}>
            <figure className="quote">
              <div className="quote-head">
                <Stars />
                <span className="sample">Sample</span>
              </div>
              <blockquote>
                <p>“{text}”</p>
              </blockquote>
              <figcaption>
                <svg className="portrait" viewBox="0 0 72 72" aria-hidden="true">
                  <circle cx="36" cy="36" r="36" fill="var(--tint)" />
                  <path d={hairBehind} fill="var(--on-tint)" />
                  <path d="M10 61c4-14 14-18 26-18s22 4 26 18a36 36 0 0 1-52 0z" fill="var(--brand)" />
                  <path d="M30 38h12v8c-3 5-9 5-12 0z" fill="var(--spark)" />
                  <circle cx="36" cy="31" r="12" fill="var(--spark)" />
                  <path d={hairBefore} fill="var(--on-tint)" />
                </svg>
                <span>
                  <span className="quote-name">{name}</span>
                  {work}
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Stars() {
  return (
    <svg className="stars" viewBox="0 0 116 20" role="img" aria-label="Five out of five stars">
      {[0, 1, 2, 3, 4].map((index) => (
        <path
          key={index}
          d="m10 1.8 2.5 5.3 5.8.7-4.3 4 1.1 5.8L10 14.7l-5.1 2.9L6 11.8l-4.3-4 5.8-.7z"
          transform={`translate(${index * 24})`}
          fill="var(--spark)"
          stroke="var(--spark)"
          strokeWidth="1.5"
          strokeLinejoin="round"
        />
      ))}
    </svg>
  )
}
