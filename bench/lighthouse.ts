import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { chromiumOptions } from '../testing/browsers/chromium.ts'

/** Downloaded on demand, because as a dependency it would install hundreds of packages for everyone. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
/** Other load on the machine affects the performance score, so the median of these runs counts. */
const RUNS = 3

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { title: string; score: number | null }>
}

/** Lighthouse's mobile scores of a page (0 to 100 per category). Prints the audits that failed. */
export async function lighthouseScores(address: string): Promise<Record<string, number>> {
  const reports: Report[] = []
  for (let run = 0; run < RUNS; run++) reports.push(await runLighthouse(address))
  for (const line of missed(reports.at(-1)!)) console.log(line)
  return Object.fromEntries(
    CATEGORIES.map((category) => {
      const scores = reports.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100))
      return [category, scores.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)]!]
    }),
  )
}

async function runLighthouse(address: string): Promise<Report> {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'boomtime-lighthouse-'))
  const file = path.join(dir, 'report.json')
  const { executablePath, env = process.env, args } = await chromiumOptions()
  try {
    await promisify(execFile)(
      'npx',
      [
        '--yes',
        LIGHTHOUSE,
        address,
        '--quiet',
        '--output=json',
        `--output-path=${file}`,
        `--only-categories=${CATEGORIES.join(',')}`,
        `--chrome-flags=${['--headless', ...args].join(' ')}`,
      ],
      {
        env: { ...env, CHROME_PATH: executablePath ?? chromium.executablePath() },
        shell: process.platform === 'win32',
      },
    )
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Report
  } finally {
    fs.rmSync(dir, { recursive: true, force: true })
  }
}

/** The audits that lower the score. */
const missed = ({ categories, audits }: Report) =>
  Object.entries(categories).flatMap(([category, { auditRefs }]) =>
    auditRefs.flatMap(({ id, weight }) => {
      const { title, score } = audits[id] ?? { title: id, score: null }
      return weight > 0 && score !== null && score < 1
        ? [`${category}: ${title} (${Math.round(score * 100)})`]
        : []
    }),
  )
