declare global {
  /** Buttons in the order they were clicked before hydration; null after it. An inline script fills it. */
  var earlyClicks: HTMLElement[] | null
}

/**
 * Repeats the clicks on buttons that came before hydration. Call it right after hydration, whose effects run first. A
 * second click on the same button only means that nothing had happened yet.
 */
export async function repeatEarlyClicks(): Promise<void> {
  await settled()
  const buttons = globalThis.earlyClicks ?? []
  globalThis.earlyClicks = null
  for (const button of buttons.filter((one, index) => one !== buttons[index - 1])) {
    if (button.isConnected) button.click()
    await settled()
  }
}

/** Resolves once the page is rendered and its effects, which wait for the next frame, have run. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
  })
}
