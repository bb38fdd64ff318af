import { useEffect, useRef } from 'react';

interface PanelHeadingProps {
  readonly id: string;
  /** The id of the panel that follows from what the person just did. */
  readonly fresh: string | undefined;
  readonly children: string;
}

/** The heading of a panel with what happens next. It comes into view and gets the focus if the person just began that. */
export function PanelHeading({ id, fresh, children }: PanelHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isFresh = id === fresh;
  useEffect(() => {
    if (!isFresh) return;
    // The dialog closes first, and gives the focus back.
    const timer = setTimeout(() => heading.current?.focus());
    return () => clearTimeout(timer);
  }, [isFresh]);
  return (
    <h2 id={id} ref={heading} tabIndex={-1}>
      {children}
    </h2>
  );
}
