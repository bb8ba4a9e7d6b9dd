import type { CSSProperties, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { product } from '../../contract/product.ts'
import { logo } from './logo.ts'
import type { MailContent } from './mail-content.ts'
import { color, MAIL_CSS, type Tone } from './mail-style.ts'

/** The mail for readers that show HTML: one column of tables, which is all that they have in common. */
export function mailHtml(mail: MailContent): string {
  return `<!doctype html>${renderToStaticMarkup(<Mail mail={mail} />)}`
}

const FONT =
  "Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Helvetica,Arial,sans-serif"
const text: CSSProperties = {
  fontFamily: FONT,
  fontSize: 16,
  lineHeight: '24px',
  color: color.ink,
  overflowWrap: 'anywhere',
}
const small: CSSProperties = { ...text, fontSize: 14, lineHeight: '20px', color: color.muted }

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
          {/* What follows the preview is kept out of the list of mails. */}
          {mail.preview + ' \u200c\u00a0'.repeat(60)}
        </div>
        <Table className="canvas" style={{ backgroundColor: color.canvas }}>
          <td align="center" className="outer" style={{ padding: '32px 16px' }}>
            <Table style={{ maxWidth: 600, margin: '0 auto' }}>
              <td>
                <Brand />
                <Card mail={mail} />
                <p className="muted" style={{ ...small, margin: '20px 8px 0', fontSize: 13 }}>
                  {mail.why}
                  <br />
                  {product.name} {product.credit}
                </p>
              </td>
            </Table>
          </td>
        </Table>
      </body>
    </html>
  )
}

function Brand() {
  return (
    <Table style={{ width: 'auto' }}>
      <td style={{ padding: '0 10px 16px 8px' }}>
        <img src={`cid:${logo.cid}`} width={32} height={32} alt="" style={{ display: 'block', border: 0 }} />
      </td>
      <td style={{ padding: '0 0 16px' }}>
        <span className="ink" style={{ ...text, fontSize: 18, fontWeight: 700, letterSpacing: '-0.02em' }}>
          {product.name}
        </span>
      </td>
    </Table>
  )
}

function Card({ mail }: { mail: MailContent }) {
  const hasDetails = mail.rows.length + mail.answers.length > 0
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
      <td className="inner" style={{ padding: 32 }}>
        <Badge tone={mail.tone}>{mail.badge}</Badge>
        <h1
          className="ink"
          style={{
            ...text,
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
        <When when={mail.when} />
        {mail.quote && <Quote {...mail.quote} />}
        {hasDetails && (
          <Rows
            rows={[
              ...mail.rows,
              ...mail.answers.map(({ label, answer }) => ({ label, text: answer, url: undefined })),
            ]}
          />
        )}
        {mail.about && (
          <p className="ink" style={{ ...text, whiteSpace: 'pre-line', margin: '20px 0 0' }}>
            {mail.about}
          </p>
        )}
        <Actions actions={mail.actions} />
      </td>
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

/** A leaf of a calendar, and the time beside it. */
function When({ when }: { when: MailContent['when'] }) {
  const struck = when.isOff ? { textDecoration: 'line-through' } : {}
  const leaf: CSSProperties = { ...text, display: 'block', textAlign: 'center', color: color.plain.ink }
  return (
    <Table
      className="sunken"
      style={{ backgroundColor: color.sunken, borderRadius: 12, borderCollapse: 'separate' }}
    >
      <td width={56} valign="top" className="leaf-cell" style={{ padding: '16px 0 16px 16px' }}>
        <Table className="badge-plain" style={{ backgroundColor: color.plain.tint, borderRadius: 10 }}>
          <td style={{ padding: '8px 0' }}>
            <span
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
            </span>
            <span className="on-tint" style={{ ...leaf, fontSize: 22, lineHeight: '26px', fontWeight: 700 }}>
              {when.leaf.day}
            </span>
          </td>
        </Table>
      </td>
      <td valign="top" style={{ padding: 16 }}>
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
      </td>
    </Table>
  )
}

function Quote({ label, text: said }: { label: string; text: string }) {
  return (
    <Table style={{ marginTop: 20 }}>
      <td className="line" style={{ borderLeft: `3px solid ${color.line}`, padding: '2px 0 2px 16px' }}>
        <p className="muted" style={{ ...small, margin: 0 }}>
          {label}
        </p>
        <p className="ink" style={{ ...text, whiteSpace: 'pre-line', margin: '2px 0 0' }}>
          {said}
        </p>
      </td>
    </Table>
  )
}

function Rows({ rows }: { rows: readonly { label: string; text: string; url?: string | undefined }[] }) {
  return (
    <div style={{ marginTop: 20 }}>
      {rows.map((row, index) => (
        <Table key={index} className="line" style={{ borderTop: `1px solid ${color.line}` }}>
          <td style={{ padding: '10px 0' }}>
            <p className="muted" style={{ ...small, margin: 0 }}>
              {row.label}
            </p>
            <p className="ink" style={{ ...text, whiteSpace: 'pre-line', margin: 0 }}>
              {row.url ? (
                <a href={row.url} className="link" style={{ color: color.brand }}>
                  {row.text}
                </a>
              ) : (
                row.text
              )}
            </p>
          </td>
        </Table>
      ))}
    </div>
  )
}

function Actions({ actions }: { actions: MailContent['actions'] }) {
  return (
    <div style={{ marginTop: 24 }}>
      {actions.map(({ label, url }, index) => (
        <a
          key={url}
          href={url}
          className={index === 0 ? 'button' : 'link'}
          style={{
            ...text,
            display: 'inline-block',
            fontWeight: 600,
            padding: '10px 20px',
            borderRadius: 10,
            textDecoration: index === 0 ? 'none' : 'underline',
            ...(index === 0
              ? { backgroundColor: color.brand, color: color.onBrand }
              : { color: color.brand }),
          }}
        >
          {label}
        </a>
      ))}
    </div>
  )
}

interface TableProps {
  children: ReactNode
  className?: string
  style?: CSSProperties
}

/** One row of cells, for layout alone. */
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
