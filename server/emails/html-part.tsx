import { type ComponentProps, type CSSProperties, Fragment, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { product } from '../../contract/product.ts'
import { logo } from './logo.ts'
import type { MailContent } from './mail-wording.ts'
import type { MailRow } from './mail-rows.ts'
import { color, MAIL_CSS, small, text, type Tone } from './mail-style.ts'

/** What people write has its own direction, and starts where the rest does. */
const written: CSSProperties = { ...text, textAlign: 'left' }

/** The HTML version: one column of tables, the only layout that all mail programs support. */
export function mailHtml(mail: MailContent): string {
  return `<!doctype html>${renderToStaticMarkup(<Mail mail={mail} />)}`
}

function Mail({ mail }: { mail: MailContent }) {
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{mail.subject}</title>
        <style dangerouslySetInnerHTML={{ __html: MAIL_CSS }} />
      </head>
      <body className="canvas" style={{ margin: 0, padding: 0, backgroundColor: color.canvas }}>
        <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden', opacity: 0 }}>
          {/* Keeps the text after the preview out of the inbox list. */}
          {mail.preview + ' \u200c\u00a0'.repeat(60)}
        </div>
        <Table className="canvas" style={{ backgroundColor: color.canvas }}>
          <Cell align="center" className="outer" style={{ padding: '32px 16px' }}>
            <Table style={{ maxWidth: 600, margin: '0 auto' }}>
              <Cell>
                <Brand />
                <Card mail={mail} />
                <p className="muted" style={{ ...small, margin: '20px 8px 0', fontSize: 13 }}>
                  {mail.why}
                  {mail.stopUrl && (
                    <>
                      {' '}
                      <a href={mail.stopUrl} className="link" style={{ color: color.brand }}>
                        Stop these emails
                      </a>
                    </>
                  )}
                  <br />
                  {product.name} {product.credit}
                </p>
              </Cell>
            </Table>
          </Cell>
        </Table>
      </body>
    </html>
  )
}

function Brand() {
  return (
    <Table style={{ width: 'auto' }}>
      <Cell style={{ padding: '0 10px 16px 8px' }}>
        {/* Lazy, because otherwise React adds a preload to the head, which mail programs don't know. */}
        <img
          src={`cid:${logo.cid}`}
          loading="lazy"
          width={32}
          height={32}
          alt=""
          style={{ display: 'block', border: 0 }}
        />
      </Cell>
      <Cell style={{ padding: '0 0 16px' }}>
        <span className="ink" style={{ ...text, fontSize: 18, fontWeight: 700, letterSpacing: '-0.02em' }}>
          {product.name}
        </span>
      </Cell>
    </Table>
  )
}

function Card({ mail }: { mail: MailContent }) {
  return (
    <Table
      className="surface line"
      style={{
        backgroundColor: color.surface,
        border: `1px solid ${color.line}`,
        borderRadius: 16,
        borderCollapse: 'separate',
      }}
    >
      <Cell className="inner" style={{ padding: 32 }}>
        <Badge tone={mail.tone}>{mail.badge}</Badge>
        <h1
          dir="auto"
          className="ink"
          style={{
            ...written,
            fontSize: 24,
            lineHeight: '30px',
            fontWeight: 700,
            letterSpacing: '-0.02em',
            margin: '12px 0 4px',
          }}
        >
          {mail.heading}
        </h1>
        <p className="muted" style={{ ...text, color: color.muted, margin: '0 0 20px' }}>
          {mail.lead}
        </p>
        {mail.when && <When when={mail.when} />}
        {mail.quote && <Quote {...mail.quote} />}
        <Actions actions={mail.actions} />
        <Rows rows={[...mail.rows, ...mail.answers]} />
        {mail.about && (
          <p dir="auto" className="ink" style={{ ...written, whiteSpace: 'pre-line', margin: '20px 0 0' }}>
            {mail.about}
          </p>
        )}
      </Cell>
    </Table>
  )
}

function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  const { ink, tint } = color[tone]
  return (
    <span
      className={`badge-${tone}`}
      style={{
        ...small,
        display: 'inline-block',
        fontSize: 13,
        fontWeight: 600,
        padding: '3px 12px',
        borderRadius: 999,
        color: ink,
        backgroundColor: tint,
      }}
    >
      {children}
    </span>
  )
}

/** A calendar leaf with the time next to it. Outlook shows spans on one line, whatever their style. */
function When({ when }: { when: NonNullable<MailContent['when']> }) {
  const struck = when.isOff ? { textDecoration: 'line-through' } : {}
  const leaf: CSSProperties = { ...text, margin: 0, textAlign: 'center', color: color.plain.ink }
  return (
    <Table
      className="sunken"
      style={{ backgroundColor: color.sunken, borderRadius: 12, borderCollapse: 'separate' }}
    >
      <Cell width={56} valign="top" className="leaf-cell" style={{ padding: '16px 0 16px 16px' }}>
        <Table className="badge-plain" style={{ backgroundColor: color.plain.tint, borderRadius: 10 }}>
          <Cell style={{ padding: '8px 0' }}>
            <p
              className="on-tint"
              style={{
                ...leaf,
                fontSize: 12,
                lineHeight: '14px',
                fontWeight: 600,
                textTransform: 'uppercase',
              }}
            >
              {when.leaf.month}
            </p>
            <p className="on-tint" style={{ ...leaf, fontSize: 22, lineHeight: '26px', fontWeight: 700 }}>
              {when.leaf.day}
            </p>
          </Cell>
        </Table>
      </Cell>
      <Cell valign="top" style={{ padding: 16 }}>
        <p className="ink" style={{ ...text, ...struck, fontWeight: 600, margin: 0 }}>
          {when.day}
        </p>
        <p className="ink" style={{ ...text, ...struck, fontWeight: 600, margin: 0 }}>
          {when.time}
        </p>
        <p className="muted" style={{ ...small, margin: '2px 0 0' }}>
          {when.zone}
        </p>
        {when.before !== null && (
          <p className="muted" style={{ ...small, margin: '8px 0 0' }}>
            Before: <s>{when.before}</s>
          </p>
        )}
      </Cell>
    </Table>
  )
}

function Quote({ label, text: said }: { label: string; text: string }) {
  return (
    <Table style={{ marginTop: 20 }}>
      <Cell className="line" style={{ borderLeft: `3px solid ${color.line}`, padding: '2px 0 2px 16px' }}>
        <p className="muted" style={{ ...small, margin: 0 }}>
          {label}
        </p>
        <p dir="auto" className="ink" style={{ ...written, whiteSpace: 'pre-line', margin: '2px 0 0' }}>
          {said}
        </p>
      </Cell>
    </Table>
  )
}

function Rows({ rows }: { rows: readonly MailRow[] }) {
  return (
    <div style={{ marginTop: 24 }}>
      {rows.map((row) => (
        <Row key={row.id} {...row} />
      ))}
    </div>
  )
}

function Row({ label, text: said, link }: MailRow) {
  return (
    <Table className="line" style={{ borderTop: `1px solid ${color.line}` }}>
      <Cell style={{ padding: '10px 0' }}>
        <p className="muted" style={{ ...small, margin: 0 }}>
          {label}
        </p>
        <p dir="auto" className="ink" style={{ ...written, whiteSpace: 'pre-line', margin: 0 }}>
          {said}
          {said && link && <br />}
          {link && (
            <a href={link.url} className="link" style={{ color: color.brand }}>
              {link.text}
            </a>
          )}
        </p>
      </Cell>
    </Table>
  )
}

function Actions({ actions }: { actions: MailContent['actions'] }) {
  const link: CSSProperties = { ...text, display: 'inline-block', fontWeight: 600, padding: '10px 20px' }
  const button = { ...link, borderRadius: 10, textDecoration: 'none', backgroundColor: color.brand }
  return (
    <div style={{ marginTop: 20 }}>
      {actions.map(({ label, url }, index) => (
        <Fragment key={url}>
          {/* Outlook ignores a link's padding. */}
          {index > 0 && ' '}
          <a
            href={url}
            className={index === 0 ? 'button' : 'link second'}
            style={
              index === 0
                ? { ...button, color: color.onBrand }
                : { ...link, textDecoration: 'underline', color: color.brand }
            }
          >
            {label}
          </a>
        </Fragment>
      ))}
    </div>
  )
}

interface TableProps {
  children: ReactNode
  className?: string
  style?: CSSProperties
}

/** One row of cells, for layout only. */
function Table({ children, className, style }: TableProps) {
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      border={0}
      className={className}
      style={{ borderCollapse: 'collapse', ...style }}
    >
      <tbody>
        <tr>{children}</tr>
      </tbody>
    </table>
  )
}

const Cell = (props: ComponentProps<'td'>) => <td {...props} />
