import { type ReactNode, useEffect, useRef } from 'react';

interface PastKeysProps {
  readonly title: string;
  /** The person just retired a key: its row shows when it is destroyed. */
  readonly isFresh: boolean;
  readonly children: ReactNode;
}

/** Keys that are not used any more. */
export function PastKeys({ title, isFresh, children }: PastKeysProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!isFresh) return;
    // The dialog closes first, and gives the focus back.
    const timer = setTimeout(() => {
      details.current!.open = true;
      details.current?.querySelector('summary')?.focus();
    });
    return () => clearTimeout(timer);
  }, [isFresh]);
  return (
    <details ref={details}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
