import type { CSSProperties } from 'react'

/** The tokens of web/ui/theme.css in the only notation that mail programs support. */
export const color = {
  canvas: '#f7f7f9',
  surface: '#ffffff',
  sunken: '#f4f4f8',
  line: '#e3e4e9',
  ink: '#16171b',
  muted: '#5d606b',
  brand: '#4338ca',
  onBrand: '#ffffff',
  good: { ink: '#0f6b41', tint: '#e3f6ea' },
  plain: { ink: '#4338ca', tint: '#eceeff' },
  bad: { ink: '#b3231f', tint: '#fdecea' },
} as const

export type Tone = 'good' | 'plain' | 'bad'

/** Styles are inline; these rules are for the dark theme and small screens. */
export const MAIL_CSS = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (max-width: 480px) {
  .outer { padding: 20px 10px !important }
  .inner { padding: 22px 18px !important }
  .button, .second { display: block !important; text-align: center }
}
@media (prefers-color-scheme: dark) {
  .canvas { background-color: #101114 !important }
  .surface { background-color: #18191d !important }
  .sunken { background-color: #212329 !important }
  .line { border-color: #2e3037 !important }
  .ink { color: #f2f3f5 !important }
  .muted { color: #a4a8b4 !important }
  .link { color: #a5a6ff !important }
  .button { background-color: #8b8cf8 !important; color: #101114 !important }
  .on-tint { color: #c3c4ff !important }
  .badge-good { background-color: #12362a !important; color: #7fe0b0 !important }
  .badge-plain { background-color: #25264a !important; color: #c3c4ff !important }
  .badge-bad { background-color: #43201f !important; color: #ff9f98 !important }
}
`

const FONT =
  "Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Helvetica,Arial,sans-serif"
export const text: CSSProperties = {
  fontFamily: FONT,
  fontSize: 16,
  lineHeight: '24px',
  color: color.ink,
  overflowWrap: 'anywhere',
}
export const small: CSSProperties = { ...text, fontSize: 14, lineHeight: '20px', color: color.muted }
