import type { ButtonHTMLAttributes, ReactNode } from 'react';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'style'> {
  /** `main` is the one main action of a page, `danger` an action that cannot be undone, `quiet` an action in a row. */
  readonly kind?: 'plain' | 'main' | 'danger' | 'quiet';
  readonly isBusy?: boolean;
  /** The equivalent keyboard shortcut, shown beside the text. */
  readonly shortcut?: string | undefined;
  readonly [data: `data-${string}`]: string;
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
