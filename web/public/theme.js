// Runs before the first paint, so that neither the other theme nor the links for signed-out visitors flash.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  if (localStorage.getItem('sessionToken')) document.documentElement.dataset.signedIn = ''
} catch {
  // Storage is blocked, so the system's theme applies. The host's app, which can't do without, says so.
  document.documentElement.dataset.withoutStorage = ''
}
