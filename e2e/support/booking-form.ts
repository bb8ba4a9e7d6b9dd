import type { Page } from '@playwright/test'

/** Types who books, as an invitee does once a time is chosen. */
export async function enterPerson(page: Page, fullName = 'Bob', email = 'bob@example.com'): Promise<void> {
  await page.getByLabel('Full Name').fill(fullName)
  await page.getByLabel('Email Address').fill(email)
}
