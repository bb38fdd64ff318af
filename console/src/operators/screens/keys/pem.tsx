import type { ReactNode } from 'react';
import { Button } from '../../../kit/button.tsx';
import { download } from '../../../kit/download.ts';
import { useMessages } from '../../../messages/index.ts';

interface PemProps {
  readonly text: string;
  readonly file: string;
  readonly label: string;
  /** What else can be done. */
  readonly children?: ReactNode;
}

/** Shows a PEM text with a download. */
export function Pem({ text, file, label, children }: PemProps) {
  const { keys: words } = useMessages();
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it. */}
      <section className="pem" tabIndex={0} aria-label={label}>
        <pre>{text}</pre>
      </section>
      <div className="actions">
        <Button onClick={() => download(file, text, 'application/x-pem-file')}>{words.download}</Button>
        {children}
      </div>
    </>
  );
}
