/** Signs a browser in, as an init script of its pages. */
export function rememberSession({ sessionToken, user }) {
  localStorage.setItem('sessionToken', sessionToken)
  localStorage.setItem('user', JSON.stringify(user))
  localStorage.setItem('loginMethod', 'google')
}
