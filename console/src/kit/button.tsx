import type { ButtonHTMLAttributes, ReactNode } from 'react';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'style'> {
  /** `main` for the one action of a page, `danger` for what cannot be undone, `quiet` inside rows. */
  readonly kind?: 'plain' | 'main' | 'danger' | 'quiet';
  readonly isBusy?: boolean;
  /** The key that does the same, shown beside the text. */
  readonly shortcut?: string | undefined;
  readonly children: ReactNode;
}

export function Button({ kind = 'plain', isBusy, shortcut, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`button ${kind}`}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      aria-keyshortcuts={shortcut}
    >
      {children}
      {shortcut && (
        <span aria-hidden="true" className="key">
          {shortcut}
        </span>
      )}
    </button>
  );
}
