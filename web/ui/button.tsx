import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Spinner } from './spinner.tsx'

interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'quiet-danger'
  size?: 'sm' | 'md' | 'lg' | 'icon'
}

const variants: Record<NonNullable<ButtonLook['variant']>, string> = {
  primary:
    'border border-transparent bg-brand text-on-brand shadow-sm hover:bg-brand-hover disabled:bg-sunken',
  secondary:
    'border border-line bg-surface text-ink shadow-sm hover:border-line-strong hover:bg-sunken disabled:bg-sunken',
  quiet: 'text-muted hover:bg-sunken hover:text-ink',
  danger:
    'border border-transparent bg-danger text-on-danger shadow-sm hover:bg-danger-hover disabled:bg-sunken',
  // A subdued style for destructive actions that can be undone.
  'quiet-danger': 'text-muted hover:bg-danger-tint hover:text-danger',
}

const sizes: Record<NonNullable<ButtonLook['size']>, string> = {
  sm: 'h-fit min-h-8 gap-1.5 px-2.5 py-1 text-sm',
  md: 'h-fit min-h-10 gap-2 px-4 py-1 text-sm',
  lg: 'h-fit min-h-12 gap-2.5 px-6 py-1 text-base',
  icon: 'size-9 pointer-coarse:min-w-11',
}

/** The style of a button, also for links. Its text only has several lines where its place is narrower. */
export function buttonClass({ variant = 'secondary', size = 'md' }: ButtonLook = {}): string {
  return [
    'inline-flex max-w-full shrink-0 items-center justify-center rounded-md text-center font-medium select-none',
    'transition-colors active:translate-y-px pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0',
    'disabled:pointer-events-none disabled:border-line disabled:text-disabled disabled:shadow-none',
    variants[variant],
    sizes[size],
  ].join(' ')
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLook {
  /** Shows a spinner and ignores clicks but keeps the focus, which a disabled button would lose. */
  isBusy?: boolean
  /** Looks disabled and ignores clicks, but keeps the focus. */
  isOff?: boolean
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
}

export function Button({
  variant,
  size,
  isBusy = false,
  isOff = false,
  className = '',
  onClick,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  const isIgnored = isBusy || isOff
  return (
    <button
      {...rest}
      type={type === 'submit' && isBusy ? 'button' : type}
      aria-disabled={isIgnored || undefined}
      onClick={isIgnored ? undefined : onClick}
      className={`${buttonClass({ variant, size })} ${isBusy ? 'opacity-80' : ''} ${isOff ? 'pointer-events-none opacity-50' : ''} ${className}`}
    >
      {isBusy && <Spinner className="size-4" />}
      {children}
    </button>
  )
}
