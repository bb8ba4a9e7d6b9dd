/** Google's own colors, which its branding rules require in every theme. */
export function GoogleMark() {
  return (
    <span className="grid size-6 place-items-center rounded-sm bg-[#fff]" aria-hidden="true">
      <svg viewBox="0 0 24 24" className="size-4">
        <path
          fill="#4285F4"
          d="M23.5 12.27c0-.8-.07-1.57-.2-2.3H12v4.51h6.46a5.52 5.52 0 0 1-2.4 3.62v3h3.88c2.27-2.09 3.56-5.17 3.56-8.83z"
        />
        <path
          fill="#34A853"
          d="M12 24c3.24 0 5.96-1.07 7.94-2.9l-3.88-3c-1.07.72-2.45 1.15-4.06 1.15-3.13 0-5.78-2.11-6.72-4.95H1.27v3.1A12 12 0 0 0 12 24z"
        />
        <path fill="#FBBC05" d="M5.28 14.3a7.2 7.2 0 0 1 0-4.6V6.6H1.27a12 12 0 0 0 0 10.8l4.01-3.1z" />
        <path
          fill="#EA4335"
          d="M12 4.75c1.77 0 3.35.6 4.6 1.8l3.44-3.44A11.97 11.97 0 0 0 1.27 6.6l4.01 3.1C6.22 6.86 8.87 4.75 12 4.75z"
        />
      </svg>
    </span>
  )
}
